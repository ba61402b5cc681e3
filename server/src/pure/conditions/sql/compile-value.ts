import type { OrderOperator } from '../operators.ts';
import type { Bound, ValueMeaning, Wanted } from '../tree.ts';
import type { Moment } from '../values.ts';
import { spanOf } from '../values.ts';
import { containsIn } from './contains.ts';
import { datesAround, highestText, lowestText, momentText } from './moments.ts';
import type { SqlPiece } from './piece.ts';
import { never, piece } from './piece.ts';
import type { Source } from './source.ts';

/*
 * Every form is true, or false or null. The filter's value decides the form, so that only the comparison it needs
 * remains. Invariant: a number in `data` was written from a 64-bit float, so its decimal digits compare as the floats do.
 */

export function compileValue(meaning: ValueMeaning, source: Source, now: Date): SqlPiece {
  switch (meaning.kind) {
    case 'presence':
      return meaning.isWanted ? piece`${source.text} is not null` : piece`${source.text} is null`;
    case 'equals':
      return meaning.isNegated ? differs(source, meaning.wanted) : equals(source, meaning.wanted);
    case 'contains': {
      const found = containsIn(source, meaning.wanted);
      return meaning.isNegated ? piece`not ${found}` : found;
    }
    case 'order':
      return compares(source, meaning.operator, meaning.bound);
    case 'age': {
      const cut = now.getTime() - meaning.milliseconds;
      return meaning.isWithin
        ? notBefore(source, cut, piece`condition_instant(${source.text})`)
        : before(source, cut, piece`condition_instant(${source.text})`);
    }
  }
}

const presentAndNot = (source: Source, found: SqlPiece): SqlPiece =>
  piece`(${source.text} is not null and (${found}) is not true)`;

/** Forms that compare one text are null when the value is missing, and so is their opposite. */
function differs(source: Source, wanted: Wanted): SqlPiece {
  const text = plainText(wanted);
  if (text !== undefined) return piece`${source.text} <> ${text}`;
  if (wanted.kind === 'boolean') return piece`${lowerText(source)} <> ${String(wanted.boolean)}`;
  return presentAndNot(source, equals(source, wanted));
}

function equals(source: Source, wanted: Wanted): SqlPiece {
  const text = plainText(wanted);
  if (text !== undefined) return piece`${source.text} = ${text}`;
  switch (wanted.kind) {
    case 'nothing':
      return never;
    case 'boolean':
      return piece`${lowerText(source)} = ${String(wanted.boolean)}`;
    case 'number':
      return onNumbers(source, '=', wanted.number);
    case 'text':
      return 'at' in wanted.reading ? equalsMoment(source, wanted.reading) : isOneOf(source, wanted);
  }
}

/**
 * The text that alone decides: JSON as text is the stored text itself, and `42` or `true` for a number or a boolean.
 * Undefined where that is ambiguous: the text of an array, an object or a long number, or one of several that mean the
 * same number.
 */
function plainText(wanted: Wanted): string | undefined {
  if (wanted.kind !== 'text') return undefined;
  const { text, reading } = wanted;
  if (reading.kind === 'plain') return /^[[{]|^-?[0-9]+(?:\.[0-9]+)?$/.test(text) ? undefined : text;
  if (reading.kind === 'number') return String(reading.number) === text ? text : undefined;
  return reading.kind === 'boolean' && text === String(reading.boolean) ? text : undefined;
}

function isOneOf(source: Source, { text, reading }: Extract<Wanted, { kind: 'text' }>): SqlPiece {
  const values = [JSON.stringify(text)];
  if (reading.kind === 'number') values.push(JSON.stringify(reading.number));
  if (reading.kind === 'boolean') values.push(JSON.stringify(reading.boolean));
  return piece`${source.json} = any (${values}::jsonb[])`;
}

const lowerText = (source: Source): SqlPiece => piece`lower(${source.text} collate "C")`;

function equalsMoment(source: Source, moment: Moment): SqlPiece {
  const { from, to } = spanOf(moment);
  const span = piece`tstzrange(${momentText(from)}, ${momentText(to)})`;
  return piece`case when left(${source.text}, 10) = any (${datesAround(from, to)}::text[]) then ${span} @> condition_moment(${source.text}) end`;
}

const jsonPathOperators = { '=': '==', '>': '>', '<': '<', '>=': '>=', '<=': '<=' } as const;
type Sign = keyof typeof jsonPathOperators;

/** A stored number is decided by the JSON path; anything else leaves it unknown and may be numeric text. */
const onNumbers = (source: Source, sign: Sign, number: number): SqlPiece =>
  piece`coalesce(${source.compares(jsonPathOperators[sign], number)}, condition_number(${source.text}) ${{ text: [sign], values: [] }} ${number}::float8)`;

const signs: Record<OrderOperator, Sign> = {
  greaterThan: '>',
  lessThan: '<',
  greaterThanOrEqual: '>=',
  lessThanOrEqual: '<=',
};

function compares(source: Source, operator: OrderOperator, bound: Bound): SqlPiece {
  if (bound.scale === 'number') return onNumbers(source, signs[operator], bound.number);
  const moment = piece`condition_moment(${source.text})`;
  if (operator === 'greaterThan') return notBefore(source, bound.to, moment);
  if (operator === 'greaterThanOrEqual') return notBefore(source, bound.from, moment);
  return before(source, operator === 'lessThan' ? bound.from : bound.to, moment);
}

/*
 * Why `and` instead of `case`: reading a moment never fails, and of several such filters in a group the planner takes
 * the comparisons of text first. So only rows that pass all of those are read as times.
 */

const notBefore = ({ text }: Source, at: number, moment: SqlPiece): SqlPiece =>
  piece`(${text} collate "C" >= ${lowestText(at)} and ${moment} >= ${momentText(at)})`;

const before = ({ text }: Source, at: number, moment: SqlPiece): SqlPiece =>
  piece`(${text} collate "C" < ${highestText(at)} and ${moment} < ${momentText(at)})`;
