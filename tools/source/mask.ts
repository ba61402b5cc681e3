/**
 * One text in two masked forms, both exactly as long as the original, so that offsets and lines agree.
 * `statements` has its comments blanked; `code` has the contents of strings blanked as well.
 */
export interface Masked {
  statements: string;
  code: string;
  /** The ranges of regular expressions, slashes included, flags not. */
  patterns: readonly Span[];
}

type Span = readonly [start: number, end: number];

/**
 * Limit: a scanner for our own formatted code, not a parser. A regular expression literal is distinguished from a division
 * by what precedes it.
 */
export function mask(text: string): Masked {
  const comments: Span[] = [];
  const strings: Span[] = [];
  const patterns: Span[] = [];
  /** Open braces inside each template hole we are in; empty outside templates. */
  const holes: number[] = [];
  let at = 0;

  while (at < text.length) {
    const end = skip(text, at, { comments, strings, patterns, holes });
    at = end > at ? end : at + 1;
  }
  const statements = blank(text, comments);
  return { statements, code: blank(statements, strings), patterns };
}

interface FoundSpans {
  comments: Span[];
  strings: Span[];
  patterns: Span[];
  holes: number[];
}

/** Returns the end of the comment, string or expression that starts at `at`, or `at` if none does. */
function skip(text: string, at: number, { comments, strings, patterns, holes }: FoundSpans): number {
  const two = text.slice(at, at + 2);
  if (two === '//' || (at === 0 && two === '#!')) return addSpan(comments, at, endOf(text, '\n', at, 0));
  if (two === '/*') return addSpan(comments, at, endOf(text, '*/', at + 2, 2));

  const char = text[at];
  if (char === "'" || char === '"') return addInner(strings, at, endOfString(text, at, char));
  if (char === '`') return template(text, at, strings, holes);
  if (char === '/' && startsExpression(text, at)) {
    const end = endOfPattern(text, at);
    if (end > at + 1) patterns.push([at, end]);
    return addInner(strings, at, end);
  }

  const depth = holes.at(-1);
  if (depth === undefined) return at;
  if (char === '{') holes[holes.length - 1] = depth + 1;
  if (char !== '}') return at;
  if (depth > 0) {
    holes[holes.length - 1] = depth - 1;
    return at;
  }
  holes.pop();
  return template(text, at, strings, holes);
}

/** Reads template text from a backtick or from the brace that closes a hole, up to the next hole or the end. */
function template(text: string, start: number, strings: Span[], holes: number[]): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return addInner(strings, start, at + 1);
    else if (text[at] === '$' && text[at + 1] === '{') {
      holes.push(0);
      strings.push([start + 1, at]);
      return at + 2;
    }
  }
  return addInner(strings, start, text.length);
}

function endOfString(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return start + 1;
}

function endOfPattern(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at + 1;
  }
  return start + 1;
}

const startsExpression = (text: string, at: number): boolean =>
  /(?:^|[(,=:[!&|?{};+\-*%<>~]|\b(?:return|typeof|case|in|of|await|throw))\s*$/.test(
    text.slice(Math.max(0, at - 40), at),
  );

function endOf(text: string, mark: string, from: number, length: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + length;
}

function addSpan(spans: Span[], start: number, end: number): number {
  spans.push([start, end]);
  return end;
}

/** Adds the range between the delimiters, which themselves stay visible. */
function addInner(spans: Span[], start: number, end: number): number {
  if (end > start + 1) spans.push([start + 1, end - 1]);
  return end;
}

function blank(text: string, spans: readonly Span[]): string {
  let result = '';
  let last = 0;
  for (const [start, end] of spans) {
    result += text.slice(last, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    last = end;
  }
  return result + text.slice(last);
}
