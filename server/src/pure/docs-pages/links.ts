import { posix } from 'node:path';

/**
 * Where a link of a page leads: another page, a picture, the contract of the API, another site. Null for files of the repository that
 * are not served.
 */
export function addressOf(page: string, href: string, isServed: (path: string) => boolean): string | null {
  if (href.startsWith('#') || /^https?:\/\//.test(href)) return href;
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return null;
  const [file = '', anchor] = href.split('#');
  const path = posix.join(posix.dirname(page), file);
  if (path === '../openapi.json') return '/openapi.json';
  const served = path.replace(/\.md$/, '');
  if (!isServed(served)) return null;
  return `/docs/${served}${anchor === undefined ? '' : `#${anchor}`}`;
}
