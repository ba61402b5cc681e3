import { compile } from 'html-to-text';
import { stripHtml } from '#pure/templating';

const maxCharacters = 2 * 1024 * 1024;

const heading = { uppercase: false };

const convert = compile({
  wordwrap: 80,
  limits: { maxInputLength: maxCharacters, maxDepth: 100, maxChildNodes: 20_000, ellipsis: '…' },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: heading })),
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
  ],
});

/** The text part of a mail. The time limit of the mail covers it. */
export function toText(html: string): string {
  try {
    return convert(html);
  } catch {
    return simpleText(html);
  }
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Text without markup, in one pass: for bodies that cannot be converted in time. */
export function simpleText(html: string): string {
  const lines = html.slice(0, maxCharacters).replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b/gi, '\n$&');
  return stripHtml(lines)
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
