/** The range of a value: `from` and `to` without its quotes, `start` and `end` with them. */
interface AttributeSpan {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

export interface Tag {
  /** Behind the `>`, or the end of the text when the tag never ends. */
  readonly end: number;
  readonly href: AttributeSpan | null;
  readonly track: string | null;
}

const [tab, newLine, formFeed, carriageReturn, space] = [9, 10, 12, 13, 32];
const [doubleQuote, singleQuote, slash, equals, greater] = [34, 39, 47, 61, 62];

const isSpace = (code: number): boolean =>
  code === space || code === newLine || code === tab || code === carriageReturn || code === formFeed;

/** Reads on after the name of a tag, as browsers do; values are only kept if `isWanted`. */
export function attributesOf(html: string, from: number, isWanted: boolean): Tag {
  let index = from;
  let href: AttributeSpan | null = null;
  let track: string | null = null;
  while (index < html.length) {
    const code = html.charCodeAt(index);
    if (code === greater) return { end: index + 1, href, track };
    if (isSpace(code) || code === slash) {
      index += 1;
      continue;
    }
    const nameEnd = endOfName(html, index);
    const value = valueAt(html, nameEnd);
    if (isWanted && value !== null) {
      const name = html.slice(index, nameEnd).toLowerCase();
      if (name === 'href')
        href ??= value; // Quirk: the first of two attributes counts, as in browsers
      else if (name === 'data-track') track ??= html.slice(value.from, value.to);
    }
    index = value === null ? nameEnd : value.end;
  }
  return { end: html.length, href: null, track: null };
}

function endOfName(html: string, from: number): number {
  for (let index = from + 1; index < html.length; index += 1) {
    const code = html.charCodeAt(index);
    if (code === equals || code === greater || code === slash || isSpace(code)) return index;
  }
  return html.length;
}

function valueAt(html: string, nameEnd: number): AttributeSpan | null {
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
  let index = from;
  while (isSpace(html.charCodeAt(index))) index += 1;
  return index;
}
