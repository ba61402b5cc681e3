import type { AnyRouter } from '@tanstack/react-router';

/** Follows plain links to pages of the dashboard inside the page, so that widgets need to know nothing of the router. */
export function followLinks(router: AnyRouter): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || !(pathname === '/app' || pathname.startsWith('/app/'))) return;
    if (hash && pathname === location.pathname && search === location.search) return;
    event.preventDefault();
    router.history.push(`${pathname}${search}${hash}`);
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}
