import { types } from 'pg';

const timestamptz = 1184;

/** How the text of a column is read, by the column's type. */
// Why: pg reads time stamps with a slow general parser; ours come from the server in one form and in UTC or an offset.
export const typeParserOf = (oid: number): ((text: string) => unknown) =>
  oid === timestamptz ? dateOf : types.getTypeParser(oid, 'text');

const dateOf = (text: string): Date => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
