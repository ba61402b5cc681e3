export type TokenKind = 'plain' | 'string' | 'keyword' | 'comment' | 'quiet';

export interface Token {
  kind: TokenKind;
  text: string;
  /** A value of this project, filled in for the reader. */
  isFilled: boolean;
}

const keywords =
  'import|from|const|let|new|await|async|return|function|with|as|def|if|else|for|of|in|print|curl|export|null|true|false|None|True|False';

/** Strings, comments, words of the language, and the backslash that continues a shell line. */
const pattern = new RegExp(
  `("(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'|\`(?:\\\\.|[^\`\\\\])*\`)|((?:^|(?<=\\s))(?:\\/\\/|#)[^\\n]*)|\\b(${keywords})\\b|(\\\\(?=\\n|$))`,
  'g',
);

/** Code as coloured pieces; the pieces put together are the code, letter by letter. */
export function tokensOf(code: string, filledValues: readonly string[] = []): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    add(tokens, 'plain', code.slice(end, match.index), filledValues);
    const kind = match[1] ? 'string' : match[2] ? 'comment' : match[3] ? 'keyword' : 'quiet';
    add(tokens, kind, match[0], filledValues);
    end = match.index + match[0].length;
  }
  add(tokens, 'plain', code.slice(end), filledValues);
  return tokens;
}

function add(tokens: Token[], kind: TokenKind, text: string, filledValues: readonly string[]): void {
  let rest = text;
  while (rest !== '') {
    const found = firstOf(rest, filledValues);
    if (!found) break;
    if (found.index > 0) tokens.push({ kind, text: rest.slice(0, found.index), isFilled: false });
    tokens.push({ kind, text: found.value, isFilled: true });
    rest = rest.slice(found.index + found.value.length);
  }
  if (rest !== '') tokens.push({ kind, text: rest, isFilled: false });
}

/** The filled value that comes first; of two that begin together, the longer one. */
function firstOf(text: string, values: readonly string[]): { value: string; index: number } | null {
  let first: { value: string; index: number } | null = null;
  for (const value of values) {
    const index = value === '' ? -1 : text.indexOf(value);
    if (index < 0) continue;
    if (!first || index < first.index || (index === first.index && value.length > first.value.length)) {
      first = { value, index };
    }
  }
  return first;
}
