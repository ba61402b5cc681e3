import { ChevronRight } from 'lucide-react';
import { createContext, Fragment, type ReactElement, useContext } from 'react';
import { createPortal } from 'react-dom';

export interface Crumb {
  readonly name: string;
  /** Left out for the page itself. */
  readonly href?: string;
}

/** Where the header shows the way to the open page. */
export const CrumbsPlace = createContext<HTMLElement | null>(null);

export function Crumbs({ trail }: { readonly trail: readonly Crumb[] }): ReactElement | null {
  const place = useContext(CrumbsPlace);
  if (!place) return null;
  return createPortal(
    trail.map(({ name, href }, index) => (
      <Fragment key={href ?? name}>
        {index > 0 && <ChevronRight className="i" size={12} strokeWidth={1.75} aria-hidden />}
        {href === undefined ? <span aria-current="page">{name}</span> : <a href={href}>{name}</a>}
      </Fragment>
    )),
    place,
  );
}
