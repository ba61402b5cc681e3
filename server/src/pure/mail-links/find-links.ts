import { attributesOf } from './read-tag.ts';

/** An address somebody may follow, and where its attribute's value stands in the text, quotes included. */
export interface FoundLink {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** Longer addresses stay as they are: browsers and proxies do not carry them either. */
const longestUrl = 8_192;
/** What one mail may have of either; links behind that stay as they are. */
const mostLinks = 1_000;
const mostTags = 50_000;
const rawTexts = ['script', 'style', 'textarea', 'title'];

/**
 * The `http` and `https` addresses in `href` of `a` and `area`, in their order (D-661). Elements with
 * `data-track="false"` are left out, and so is what stands in comments; conditional comments of Outlook are read.
 */
export function findLinks(html: string): FoundLink[] {
  const found: FoundLink[] = [];
  let place = html.indexOf('<');
  for (let tags = 0; place !== -1 && tags < mostTags && found.length < mostLinks; tags += 1) {
    place = html.indexOf('<', after(html, place, found));
  }
  return found;
}

/** Reads what begins with the `<` at this place; answers where to read on. */
function after(html: string, place: number, found: FoundLink[]): number {
  if (html.startsWith('<!--', place)) return afterComment(html, place);
  const name = nameAt(html, place + 1);
  if (name === '') return place + 1;
  const isLink = name === 'a' || name === 'area';
  const tag = attributesOf(html, place + 1 + name.length, isLink);
  if (isLink && tag.href && tag.track?.trim().toLowerCase() !== 'false') {
    const url = urlOf(html.slice(tag.href.from, tag.href.to));
    if (url !== null) found.push({ url, start: tag.href.start, end: tag.href.end });
  }
  return rawTexts.includes(name) ? endOfRawText(html, tag.end, name) : tag.end;
}

function afterComment(html: string, place: number): number {
  if (html.startsWith('[if', place + 4)) return place + 7;
  const end = html.indexOf('-->', place + 2); // `<!-->` is a whole comment
  return end === -1 ? html.length : end + 3;
}

const names = /[a-zA-Z][^\s/>]*/y;

function nameAt(html: string, place: number): string {
  names.lastIndex = place;
  return names.exec(html)?.[0].toLowerCase() ?? '';
}

function endOfRawText(html: string, place: number, name: string): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
  closing.lastIndex = place;
  return closing.exec(html)?.index ?? html.length;
}

/** The address as a browser reads it from the attribute, or null when it is none of ours. */
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
