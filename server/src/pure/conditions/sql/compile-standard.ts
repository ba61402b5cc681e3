import { lowerCase } from '../lower-case.ts';
import type { EqualsOperand, ValueField, ValueMeaning } from '../tree.ts';
import { spanOf } from '../values.ts';
import { momentText } from './moments.ts';
import { always, never, piece, type SqlPiece } from './piece.ts';

type StandardKind = Exclude<ValueField['kind'], 'data' | 'context'>;

const columns: Record<StandardKind, SqlPiece> = {
  email: piece`c.email`,
  subscribed: piece`c.subscribed`,
  createdAt: piece`c.created_at`,
  updatedAt: piece`c.updated_at`,
};

/** A filter on a field every contact has. Its columns are never null, so a negation is a plain one. */
export function compileStandard(meaning: ValueMeaning, field: StandardKind, now: Date): SqlPiece {
  const column = columns[field];
  switch (meaning.kind) {
    case 'presence':
      return meaning.isWanted ? always : never;
    case 'equals':
      return meaning.isNegated ? piece`not ${equals(column, meaning.operand)}` : equals(column, meaning.operand);
    case 'contains': {
      // Stored addresses are in lower case already.
      const found = piece`strpos(${column}, ${lowerCase(meaning.operand.text)})`;
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
      const cutoff = now.getTime() - meaning.milliseconds;
      return meaning.isWithin ? notBefore(column, cutoff) : before(column, cutoff);
    }
  }
}

function equals(column: SqlPiece, operand: EqualsOperand): SqlPiece {
  if (operand.kind === 'boolean') return operand.boolean ? column : piece`(not ${column})`;
  if (operand.kind !== 'text') return never;
  if (!('at' in operand.reading)) return piece`(${column} = ${operand.text})`;
  const { from, to } = spanOf(operand.reading);
  return piece`(${notBefore(column, from)} and ${before(column, to)})`;
}

const notBefore = (column: SqlPiece, at: number): SqlPiece => piece`${column} >= ${momentText(at)}::timestamptz`;

const before = (column: SqlPiece, at: number): SqlPiece => piece`${column} < ${momentText(at)}::timestamptz`;
