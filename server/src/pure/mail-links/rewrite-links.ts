import { findLinks } from './find-links.ts';

/** The text with other addresses in its links; `null` keeps an address. A new address must need no escaping in an attribute. */
export function rewriteLinks(html: string, addressFor: (url: string) => string | null): string {
  let written = '';
  let kept = 0;
  for (const { url, start, end } of findLinks(html)) {
    const address = addressFor(url);
    if (address === null) continue;
    written += `${html.slice(kept, start)}"${address}"`;
    kept = end;
  }
  return kept === 0 ? html : written + html.slice(kept);
}
