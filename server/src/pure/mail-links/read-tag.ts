/** Where a value stands: `from` and `to` without its quotes, `start` and `end` with them. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

export interface Tag {
  /** Behind the `>`, or the end of the text when the tag never ends. */
  readonly end: number;
  readonly href: Span | null;
  readonly track: string | null;
}

const [tab, newLine, formFeed, carriageReturn, space] = [9, 10, 12, 13, 32];
const [doubleQuote, singleQuote, slash, equals, greater] = [34, 39, 47, 61, 62];

const isSpace = (code: number): boolean =>
  code === space || code === newLine || code === tab || code === carriageReturn || code === formFeed;

/** Reads on from behind the name of a tag, as browsers do; values are looked at only when asked for. */
export function attributesOf(html: string, from: number, isWanted: boolean): Tag {
  let place = from;
  let href: Span | null = null;
  let track: string | null = null;
  while (place < html.length) {
    const code = html.charCodeAt(place);
    if (code === greater) return { end: place + 1, href, track };
    if (isSpace(code) || code === slash) {
      place += 1;
      continue;
    }
    const nameEnd = endOfName(html, place);
    const value = valueAt(html, nameEnd);
    if (isWanted && value !== null) {
      const name = html.slice(place, nameEnd).toLowerCase();
      if (name === 'href')
        href ??= value; // Quirk: the first of two attributes counts, as in browsers
      else if (name === 'data-track') track ??= html.slice(value.from, value.to);
    }
    place = value === null ? nameEnd : value.end;
  }
  return { end: html.length, href: null, track: null };
}

function endOfName(html: string, from: number): number {
  for (let place = from + 1; place < html.length; place += 1) {
    const code = html.charCodeAt(place);
    if (code === equals || code === greater || code === slash || isSpace(code)) return place;
  }
  return html.length;
}

function valueAt(html: string, nameEnd: number): Span | null {
  const sign = pastSpaces(html, nameEnd);
  if (html.charCodeAt(sign) !== equals) return null;
  const start = pastSpaces(html, sign + 1);
  const quote = html.charCodeAt(start);
  if (quote === doubleQuote || quote === singleQuote) {
    const close = html.indexOf(quote === doubleQuote ? '"' : "'", start + 1);
    const to = close === -1 ? html.length : close;
    return { from: start + 1, to, start, end: close === -1 ? to : to + 1 };
  }
  let to = start;
  while (to < html.length && html.charCodeAt(to) !== greater && !isSpace(html.charCodeAt(to))) to += 1;
  return { from: start, to, start, end: to };
}

function pastSpaces(html: string, from: number): number {
  let place = from;
  while (isSpace(html.charCodeAt(place))) place += 1;
  return place;
}
