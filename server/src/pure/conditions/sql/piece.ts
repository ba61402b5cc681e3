/** A piece of a statement: text fragments with a value between each two. Values are parameters, never text (T3, T37). */
export type SqlPiece = { readonly text: readonly string[]; readonly values: readonly SqlValue[] };

export type SqlValue = string | number | readonly string[];

/** A tagged template of pieces and values. A value becomes a parameter whose type the text names. */
export function piece(strings: TemplateStringsArray, ...parts: readonly (SqlPiece | SqlValue)[]): SqlPiece {
  const text = [strings[0] ?? ''];
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    const after = strings[index + 1] ?? '';
    if (isPiece(part)) {
      append(text, part.text);
      values.push(...part.values);
      text.push((text.pop() ?? '') + after);
    } else {
      values.push(part);
      text.push(after);
    }
  }
  return { text, values };
}

export const always = piece`true`;
export const never = piece`false`;

/** The pieces in parentheses with a word between them. */
export function joined(pieces: readonly SqlPiece[], word: 'and' | 'or'): SqlPiece {
  const [first, ...rest] = pieces;
  if (!first) return word === 'and' ? always : never;
  if (rest.length === 0) return first;
  const text = ['('];
  const values: SqlValue[] = [];
  for (const [index, part] of pieces.entries()) {
    if (index > 0) text.push(`${text.pop()} ${word} `);
    append(text, part.text);
    values.push(...part.values);
  }
  text.push(`${text.pop()})`);
  return { text, values };
}

/** The statement as the driver expects it, with parameters numbered from `first`. */
export function numbered({ text, values }: SqlPiece, first = 1): { text: string; values: readonly SqlValue[] } {
  return { text: text.reduce((all, part, index) => `${all}$${first + index - 1}${part}`), values };
}

const isPiece = (part: SqlPiece | SqlValue): part is SqlPiece =>
  typeof part === 'object' && 'values' in part && 'text' in part;

function append(text: string[], [head = '', ...tail]: readonly string[]): void {
  text.push((text.pop() ?? '') + head, ...tail);
}
