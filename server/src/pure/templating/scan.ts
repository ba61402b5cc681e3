import { TemplateFault } from './template-error.ts';

/** A part of the source, from `at` to `end`. `from` to `to` is the content between the braces, trimmed. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'output' } & PartSpan)
  /** `raw` and `comment` end after their end tag. */
  | ({ readonly kind: 'tag'; readonly name: string } & PartSpan);

interface PartSpan {
  readonly at: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface DelimitedPart {
  kind: 'output' | 'tag';
  at: number;
  end: number;
  from: number;
  to: number;
  trimsBefore: boolean;
  trimsAfter: boolean;
}

const tagName = /[A-Za-z_][A-Za-z0-9_]*/y;
const silentTags = new Map([
  ['raw', /\{%(-?)\s*endraw\s*(-?)%\}/g],
  ['comment', /\{%(-?)\s*endcomment\s*(-?)%\}/g],
]);

/** Whether there is template language in a text: without it, it is printed as it is. */
export const hasTemplateLanguage = (source: string): boolean => /\{[{%]/.test(source);

/** Splits a source into texts, outputs and tags, in one pass. `raw` and `comment` are handled here. */
export function* scan(source: string): Generator<Part> {
  let at = 0;
  let trimsStart = false;
  for (;;) {
    const found = nextDelimited(source, at);
    const text = source.slice(at, found?.at ?? source.length);
    yield* textPart(text, trimsStart, found?.trimsBefore ?? false);
    if (!found) return;
    at = found.end;
    trimsStart = found.trimsAfter;
    const { from, to } = found;
    if (found.kind === 'output') {
      yield { kind: 'output', at: found.at, end: found.end, from, to };
      continue;
    }
    const name = nameOf(source, found);
    const silent = silentTags.get(name);
    const ending = silent ? endOf(source, silent, found, name) : null;
    yield { kind: 'tag', name, at: found.at, end: ending?.end ?? found.end, from: from + name.length, to };
    if (!ending) continue;
    if (name === 'raw') yield* textPart(source.slice(at, ending.at), trimsStart, ending.trimsBefore);
    at = ending.end;
    trimsStart = ending.trimsAfter;
  }
}

function* textPart(text: string, trimsStart: boolean, trimsEnd: boolean): Generator<Part> {
  const start = trimsStart ? text.trimStart() : text;
  const kept = trimsEnd ? start.trimEnd() : start;
  if (kept !== '') yield { kind: 'text', text: kept };
}

function nextDelimited(source: string, from: number): DelimitedPart | null {
  for (let at = source.indexOf('{', from); at !== -1; at = source.indexOf('{', at + 1)) {
    const mark = source[at + 1];
    if (mark === '{') return delimited(source, at, 'output', '}}');
    if (mark === '%') return delimited(source, at, 'tag', '%}');
  }
  return null;
}

function delimited(source: string, at: number, kind: DelimitedPart['kind'], closing: string): DelimitedPart {
  const close = closeOf(source, at, closing);
  const trimsBefore = source[at + 2] === '-';
  const trimsAfter = source[close - 1] === '-' && close - 1 > at + 2;
  let from = at + (trimsBefore ? 3 : 2);
  let to = Math.max(from, trimsAfter ? close - 1 : close);
  while (from < to && isBlank(source[from])) from += 1;
  while (to > from && isBlank(source[to - 1])) to -= 1;
  return { kind, at, end: close + 2, from, to, trimsBefore, trimsAfter };
}

/** The index of the closing braces; those between quotation marks do not count. */
function closeOf(source: string, at: number, closing: string): number {
  for (let index = at + 2; index < source.length; index += 1) {
    const character = source[index];
    if (character === closing[0] && source[index + 1] === closing[1]) return index;
    if (character !== '"' && character !== "'") continue;
    const end = source.indexOf(character, index + 1);
    if (end === -1) throw unclosedQuote(source, at, index, closing);
    index = end;
  }
  const word = closing === '}}' ? 'Output' : 'Tag';
  throw new TemplateFault(at, `${word} is never closed.`, `Add ${closing}.`);
}

function unclosedQuote(source: string, at: number, quote: number, closing: string): TemplateFault {
  const isOpen = source.indexOf(closing, quote) === -1;
  if (isOpen)
    return new TemplateFault(at, `${closing === '}}' ? 'Output' : 'Tag'} is never closed.`, `Add ${closing}.`);
  return new TemplateFault(quote, 'This quotation mark is never closed.', `Add ${source[quote]} after the text.`);
}

function nameOf(source: string, tag: DelimitedPart): string {
  tagName.lastIndex = tag.from;
  const name = tag.from < tag.to ? tagName.exec(source)?.[0] : undefined;
  if (name === undefined) throw new TemplateFault(tag.at, 'A tag begins with its name.', 'For example {% if name %}.');
  return name;
}

function endOf(source: string, ending: RegExp, opened: DelimitedPart, name: string) {
  ending.lastIndex = opened.end;
  const match = ending.exec(source);
  if (!match) throw new TemplateFault(opened.at, `Tag '${name}' is never closed.`, `Add {% end${name} %}.`);
  return {
    at: match.index,
    end: match.index + match[0].length,
    trimsBefore: match[1] === '-',
    trimsAfter: match[2] === '-',
  };
}

const isBlank = (character: string | undefined): boolean => character !== undefined && character.trim() === '';
