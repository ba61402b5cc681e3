import type { ReactElement } from 'react';

/** Says that the address of the page asked for something the list does not have. */
export function RejectedNote({ names }: { readonly names: readonly string[] }): ReactElement | null {
  if (names.length === 0) return null;
  return (
    <p className="t13 t3 mt8" role="status">
      The address of this page has a value that does not exist for {names.join(', ')}; it was left out.
    </p>
  );
}
