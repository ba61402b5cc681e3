import { limits } from '#pure/limits';
import { attributesOf } from './read-tag.ts';

/** The address of a link, and the range of its attribute's value in the text, quotes included. */
export interface HtmlLink {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** Longer addresses stay as they are: browsers and proxies do not carry them either. */
const longestUrl = limits.trackedLinkCharacters;
const { trackedLinksPerMail: maxLinks, trackedTagsPerMail: maxTags } = limits;
const rawTexts = ['script', 'style', 'textarea', 'title'];

/**
 * The `http` and `https` addresses in `href` of `a` and `area`, in their order (D-661). Elements with
 * `data-track="false"` are left out, and so are comments; conditional comments of Outlook are read.
 */
export function findLinks(html: string): HtmlLink[] {
  const found: HtmlLink[] = [];
  let index = html.indexOf('<');
  for (let tags = 0; index !== -1 && tags < maxTags && found.length < maxLinks; tags += 1) {
    index = html.indexOf('<', readNext(html, index, found));
  }
  return found;
}

/** Reads the markup that begins with the `<` at this index; returns where to read on. */
function readNext(html: string, index: number, found: HtmlLink[]): number {
  if (html.startsWith('<!--', index)) return afterComment(html, index);
  const name = nameAt(html, index + 1);
  if (name === '') return index + 1;
  const isLink = name === 'a' || name === 'area';
  const tag = attributesOf(html, index + 1 + name.length, isLink);
  if (isLink && tag.href && tag.track?.trim().toLowerCase() !== 'false') {
    const url = urlOf(html.slice(tag.href.from, tag.href.to));
    if (url !== null) found.push({ url, start: tag.href.start, end: tag.href.end });
  }
  return rawTexts.includes(name) ? endOfRawText(html, tag.end, name) : tag.end;
}

function afterComment(html: string, index: number): number {
  if (html.startsWith('[if', index + 4)) return index + 7;
  const end = html.indexOf('-->', index + 2); // `<!-->` is a whole comment
  return end === -1 ? html.length : end + 3;
}

const names = /[a-zA-Z][^\s/>]*/y;

function nameAt(html: string, index: number): string {
  names.lastIndex = index;
  return names.exec(html)?.[0].toLowerCase() ?? '';
}

function endOfRawText(html: string, index: number, name: string): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
  closing.lastIndex = index;
  return closing.exec(html)?.index ?? html.length;
}

/** The address as a browser reads it from the attribute, or null when it is not an `http` or `https` one. */
function urlOf(value: string): string | null {
  const url = decoded(value)
    .trim()
    .replaceAll(/[\t\n\r]/g, '');
  if (!/^https?:\/\//i.test(url) || url.length > longestUrl) return null;
  return URL.canParse(url) ? url : null;
}

const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (value: string): string =>
  value.includes('&')
    ? value.replaceAll(entity, (_all, decimal?: string, hex?: string, name?: string) =>
        name ? (named[name] ?? '') : characterOf(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)),
      )
    : value;

const isNoCharacter = (code: number): boolean => code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);

const characterOf = (code: number): string => (isNoCharacter(code) ? '\uFFFD' : String.fromCodePoint(code));
