import type { Stored } from './facts.ts';
import { lowerCase } from './lower-case.ts';
import type { Bound, ValueMeaning, Wanted, WantedText } from './tree.ts';
import type { Moment } from './values.ts';
import { booleanOf, momentOf, numberOf, spanOf } from './values.ts';

/** The table of meaning (section 1.4) for one stored value. */
export function testValue(meaning: ValueMeaning, stored: Stored, now: Date): boolean {
  const isPresent = stored !== undefined && stored !== null;
  switch (meaning.kind) {
    case 'presence':
      return isPresent === meaning.isWanted;
    case 'equals':
      return isPresent && equals(stored, meaning.wanted) !== meaning.isNegated;
    case 'contains':
      return isPresent && contains(stored, meaning.wanted) !== meaning.isNegated;
    case 'order':
      return isPresent && compares(stored, meaning.operator, meaning.bound);
    case 'age': {
      const at = isPresent ? instantOf(stored) : undefined;
      return at !== undefined && at >= now.getTime() - meaning.milliseconds === meaning.isWithin;
    }
  }
}

/** The time of a value that time operators can use (D-316). */
export function instantOf(stored: Stored): number | undefined {
  const moment = storedMoment(stored);
  return moment?.kind === 'instant' ? moment.at : undefined;
}

function equals(stored: Stored, wanted: Wanted): boolean {
  switch (wanted.kind) {
    case 'nothing':
      return false;
    case 'boolean':
      return stored === wanted.boolean || (typeof stored === 'string' && booleanOf(stored) === wanted.boolean);
    case 'number':
      return storedNumber(stored) === wanted.number;
    case 'text':
      return stored === wanted.text || meansTheSame(stored, wanted);
  }
}

/** What a filter's text equals besides the same text. */
function meansTheSame(stored: Stored, { reading }: WantedText): boolean {
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

function contains(stored: Stored, wanted: WantedText): boolean {
  const part = lowerCase(wanted.text);
  if (typeof stored === 'string') return lowerCase(stored).includes(part);
  if (!Array.isArray(stored)) return false;
  return stored.some((item) => (typeof item === 'string' && lowerCase(item) === part) || meansTheSame(item, wanted));
}

function compares(stored: Stored, operator: string, bound: Bound): boolean {
  const value = bound.scale === 'number' ? storedNumber(stored) : storedMoment(stored)?.at;
  if (value === undefined) return false;
  const { from, to } = bound.scale === 'number' ? { from: bound.number, to: bound.number } : bound;
  // A number is above its bound; a moment is past the last millisecond of its span.
  const isAbove = bound.scale === 'number' ? value > to : value >= to;
  if (operator === 'greaterThan') return isAbove;
  if (operator === 'lessThanOrEqual') return !isAbove;
  return operator === 'lessThan' ? value < from : value >= from;
}

function storedNumber(stored: Stored): number | undefined {
  if (typeof stored === 'number') return stored;
  return typeof stored === 'string' ? numberOf(stored) : undefined;
}

function storedMoment(stored: Stored): Moment | undefined {
  if (stored instanceof Date) return { kind: 'instant', at: stored.getTime() };
  return typeof stored === 'string' ? momentOf(stored) : undefined;
}
