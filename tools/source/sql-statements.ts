export interface SqlStatement {
  readonly text: string;
  /** Where it begins in the file. */
  readonly index: number;
}

/** The text with blanks in place of its comments, so that positions stay. */
export const maskSqlComments = (text: string): string =>
  text.replace(/'(?:[^']|'')*'|--[^\n]*/g, (part) => (part.startsWith('--') ? ' '.repeat(part.length) : part));

/** The statements of a text whose comments are masked. Semicolons in quotes and in bodies end none. */
export function sqlStatements(masked: string): SqlStatement[] {
  const ends = [...masked.matchAll(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;/g)]
    .filter(([part]) => part === ';')
    .map(({ index }) => index);
  return [...ends, masked.length].flatMap((end, number) => {
    const start = number === 0 ? 0 : (ends[number - 1] ?? 0) + 1;
    const text = masked.slice(start, end);
    return text.trim() === '' ? [] : [{ text: text.trim(), index: start + text.search(/\S/) }];
  });
}
