import type { KeyPath } from '../tree.ts';
import { piece, type SqlPiece } from './piece.ts';

/** How a custom field is read: as JSON, as text, and as the boolean of a JSON path. Missing and JSON null are null as text. */
export type FieldSource = {
  readonly json: SqlPiece;
  readonly text: SqlPiece;
  /** Unknown (null) unless the stored value is a number. */
  readonly compares: (operator: string, number: number) => SqlPiece;
};

/** The path rule of D-307. A key without dots, the usual case, needs one lookup; `->` with text ignores arrays. */
export function sourceOf({ key, path }: KeyPath): FieldSource {
  if (path === null) {
    return {
      json: piece`(c.data -> ${key})`,
      text: piece`(c.data ->> ${key})`,
      compares: (operator, number) => piece`c.data @@ ${`strict $.${quoted(key)} ${operator} ${number}`}::jsonpath`,
    };
  }
  const json = piece`condition_value(c.data, ${key}, ${walk(path)})`;
  return {
    json,
    text: piece`condition_text(c.data, ${key}, ${walk(path)})`,
    compares: (operator, number) => piece`${json} @@ ${`strict $ ${operator} ${number}`}::jsonpath`,
  };
}

/** The exact key alone, whatever dots it has. */
export const exactSourceOf = ({ key }: KeyPath): FieldSource => sourceOf({ key, path: null });

export const hasExactKey = ({ key }: KeyPath): SqlPiece => piece`c.data ? ${key}`;

/** Why strict: a lax path walks into arrays. */
function walk(path: readonly string[]): SqlPiece {
  const [first = '', second = '', ...rest] = path;
  if (rest.length === 0) return piece`${first}, ${second}`;
  return piece`${`strict $.${path.map(quoted).join('.')}`}`;
}

/** A key inside a JSON path: its strings are written as in JSON, and a key has neither U+0000 nor half a character. */
const quoted = (key: string): string => JSON.stringify(key);
