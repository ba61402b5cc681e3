import { lowerCase } from '../lower-case.ts';
import type { ValueField, ValueMeaning, Wanted } from '../tree.ts';
import { spanOf } from '../values.ts';
import { momentText } from './moments.ts';
import type { SqlPiece } from './piece.ts';
import { always, never, piece } from './piece.ts';

type StandardField = Exclude<ValueField['kind'], 'data' | 'context'>;

const columns: Record<StandardField, SqlPiece> = {
  email: piece`c.email`,
  subscribed: piece`c.subscribed`,
  createdAt: piece`c.created_at`,
  updatedAt: piece`c.updated_at`,
};

/** A filter on a field every contact has. Its columns are never null, so a negation is a plain one. */
export function compileStandard(meaning: ValueMeaning, field: StandardField, now: Date): SqlPiece {
  const column = columns[field];
  switch (meaning.kind) {
    case 'presence':
      return meaning.isWanted ? always : never;
    case 'equals':
      return meaning.isNegated ? piece`not ${equals(column, meaning.wanted)}` : equals(column, meaning.wanted);
    case 'contains': {
      // Stored addresses are in lower case already.
      const found = piece`strpos(${column}, ${lowerCase(meaning.wanted.text)})`;
      return meaning.isNegated ? piece`${found} = 0` : piece`${found} > 0`;
    }
    case 'order': {
      if (meaning.bound.scale === 'number') return never;
      const { from, to } = meaning.bound;
      if (meaning.operator === 'greaterThan') return notBefore(column, to);
      if (meaning.operator === 'greaterThanOrEqual') return notBefore(column, from);
      return before(column, meaning.operator === 'lessThan' ? from : to);
    }
    case 'age': {
      const cut = now.getTime() - meaning.milliseconds;
      return meaning.isWithin ? notBefore(column, cut) : before(column, cut);
    }
  }
}

function equals(column: SqlPiece, wanted: Wanted): SqlPiece {
  if (wanted.kind === 'boolean') return wanted.boolean ? column : piece`(not ${column})`;
  if (wanted.kind !== 'text') return never;
  if (!('at' in wanted.reading)) return piece`(${column} = ${wanted.text})`;
  const { from, to } = spanOf(wanted.reading);
  return piece`(${notBefore(column, from)} and ${before(column, to)})`;
}

const notBefore = (column: SqlPiece, at: number): SqlPiece => piece`${column} >= ${momentText(at)}::timestamptz`;

const before = (column: SqlPiece, at: number): SqlPiece => piece`${column} < ${momentText(at)}::timestamptz`;
