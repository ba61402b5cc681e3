import type { StoredValue } from './facts.ts';
import { lowerCase } from './lower-case.ts';
import type { Bound, EqualsOperand, TextOperand, ValueMeaning } from './tree.ts';
import { booleanOf, type Moment, momentOf, numberOf, spanOf } from './values.ts';

/** Whether one stored value satisfies the meaning of a filter (the table of section 1.4). */
export function testValue(meaning: ValueMeaning, stored: StoredValue, now: Date): boolean {
  const isPresent = stored !== undefined && stored !== null;
  switch (meaning.kind) {
    case 'presence':
      return isPresent === meaning.isWanted;
    case 'equals':
      return isPresent && equals(stored, meaning.operand) !== meaning.isNegated;
    case 'contains':
      return isPresent && contains(stored, meaning.operand) !== meaning.isNegated;
    case 'order':
      return isPresent && compares(stored, meaning.operator, meaning.bound);
    case 'age': {
      const at = isPresent ? instantOf(stored) : undefined;
      return at !== undefined && at >= now.getTime() - meaning.milliseconds === meaning.isWithin;
    }
  }
}

/** The time of a value that time operators can use (D-316). */
export function instantOf(stored: StoredValue): number | undefined {
  const moment = storedMoment(stored);
  return moment?.kind === 'instant' ? moment.at : undefined;
}

function equals(stored: StoredValue, operand: EqualsOperand): boolean {
  switch (operand.kind) {
    case 'nothing':
      return false;
    case 'boolean':
      return stored === operand.boolean || (typeof stored === 'string' && booleanOf(stored) === operand.boolean);
    case 'number':
      return storedNumber(stored) === operand.number;
    case 'text':
      return stored === operand.text || meansTheSame(stored, operand);
  }
}

/** Whether a stored value equals a filter's text in another form than the same text. */
function meansTheSame(stored: StoredValue, { reading }: TextOperand): boolean {
  switch (reading.kind) {
    case 'plain':
      return false;
    case 'number':
      return stored === reading.number;
    case 'boolean':
      return stored === reading.boolean;
    default: {
      const { from, to } = spanOf(reading);
      const at = storedMoment(stored)?.at;
      return at !== undefined && at >= from && at < to;
    }
  }
}

function contains(stored: StoredValue, operand: TextOperand): boolean {
  const part = lowerCase(operand.text);
  if (typeof stored === 'string') return lowerCase(stored).includes(part);
  if (!Array.isArray(stored)) return false;
  return stored.some((item) => (typeof item === 'string' && lowerCase(item) === part) || meansTheSame(item, operand));
}

function compares(stored: StoredValue, operator: string, bound: Bound): boolean {
  const value = bound.scale === 'number' ? storedNumber(stored) : storedMoment(stored)?.at;
  if (value === undefined) return false;
  const { from, to } = bound.scale === 'number' ? { from: bound.number, to: bound.number } : bound;
  // A number is above its bound; a moment is past the last millisecond of its span.
  const isAbove = bound.scale === 'number' ? value > to : value >= to;
  if (operator === 'greaterThan') return isAbove;
  if (operator === 'lessThanOrEqual') return !isAbove;
  return operator === 'lessThan' ? value < from : value >= from;
}

function storedNumber(stored: StoredValue): number | undefined {
  if (typeof stored === 'number') return stored;
  return typeof stored === 'string' ? numberOf(stored) : undefined;
}

function storedMoment(stored: StoredValue): Moment | undefined {
  if (stored instanceof Date) return { kind: 'instant', at: stored.getTime() };
  return typeof stored === 'string' ? momentOf(stored) : undefined;
}
