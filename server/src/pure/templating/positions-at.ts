/** Lines and columns start at 1; columns count characters, not units of UTF-16 (D-534). */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The positions of these indexes, in their order, in one pass over the text. */
export function positionsAt(source: string, indexes: readonly number[]): TextPosition[] {
  const found = new Map<number, TextPosition>();
  let [at, line, column] = [0, 1, 1];
  for (const index of indexes.toSorted((a, b) => a - b)) {
    for (const end = Math.min(index, source.length); at < end; at += 1) {
      if (source[at] === '\n') [line, column] = [line + 1, 1];
      else if (!isSecondHalf(source, at)) column += 1;
    }
    found.set(index, { line, column });
  }
  return indexes.map((index) => found.get(index) ?? { line, column });
}

const isSecondHalf = (source: string, at: number): boolean => {
  const code = source.charCodeAt(at);
  if (code < 0xdc00 || code > 0xdfff || at === 0) return false;
  const before = source.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
};
