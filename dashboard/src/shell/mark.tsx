import type { ReactElement } from 'react';

/** The mark: a letter that leans forward. The dashes behind it are shown while something is under way. */
export function Mark({ isUnderWay = false }: { readonly isUnderWay?: boolean }): ReactElement {
  return (
    <svg className="mark" viewBox="0 0 24 24" fill="currentColor" role="img" aria-label="Postrider">
      <circle cx="16.4" cy="4.3" r="2.7" />
      <path d="M6.8 9h13.6l-8.3 5.1zM5.6 10.2l6.3 6.1 9.7-6.1L18.6 20h-16z" />
      {isUnderWay && (
        <path d="M.9 13h2M.9 16.6h.9" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      )}
    </svg>
  );
}
