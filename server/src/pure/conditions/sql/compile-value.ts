import type { OrderOperator } from '../operators.ts';
import type { Bound, EqualsOperand, ValueMeaning } from '../tree.ts';
import { type Moment, spanOf } from '../values.ts';
import { containsIn } from './contains.ts';
import { datesAround, highestText, lowestText, momentText } from './moments.ts';
import { never, piece, type SqlPiece } from './piece.ts';
import type { FieldSource } from './source.ts';

/*
 * Every expression is true, or false or null. The filter's value decides the expression, so that only the comparison it
 * needs remains. Invariant: a number in `data` was written from a 64-bit float, so its decimal digits compare as the floats do.
 */

export function compileValue(meaning: ValueMeaning, source: FieldSource, now: Date): SqlPiece {
  switch (meaning.kind) {
    case 'presence':
      return meaning.isWanted ? piece`${source.text} is not null` : piece`${source.text} is null`;
    case 'equals':
      return meaning.isNegated ? differs(source, meaning.operand) : equals(source, meaning.operand);
    case 'contains': {
      const found = containsIn(source, meaning.operand);
      return meaning.isNegated ? piece`not ${found}` : found;
    }
    case 'order':
      return compares(source, meaning.operator, meaning.bound);
    case 'age': {
      const cutoff = now.getTime() - meaning.milliseconds;
      return meaning.isWithin
        ? notBefore(source, cutoff, piece`condition_instant(${source.text})`)
        : before(source, cutoff, piece`condition_instant(${source.text})`);
    }
  }
}

const presentAndNot = (source: FieldSource, found: SqlPiece): SqlPiece =>
  piece`(${source.text} is not null and (${found}) is not true)`;

/** Expressions that compare one text are null when the value is missing, and so is their negation. */
function differs(source: FieldSource, operand: EqualsOperand): SqlPiece {
  const text = plainText(operand);
  if (text !== undefined) return piece`${source.text} <> ${text}`;
  if (operand.kind === 'boolean') return piece`${lowerText(source)} <> ${String(operand.boolean)}`;
  return presentAndNot(source, equals(source, operand));
}

function equals(source: FieldSource, operand: EqualsOperand): SqlPiece {
  const text = plainText(operand);
  if (text !== undefined) return piece`${source.text} = ${text}`;
  switch (operand.kind) {
    case 'nothing':
      return never;
    case 'boolean':
      return piece`${lowerText(source)} = ${String(operand.boolean)}`;
    case 'number':
      return onNumbers(source, '=', operand.number);
    case 'text':
      return 'at' in operand.reading ? equalsMoment(source, operand.reading) : isOneOf(source, operand);
  }
}

/**
 * The text that decides alone: JSON as text is the stored text itself, and `42` or `true` for a number or a boolean.
 * Undefined where that is ambiguous: the text of an array, an object or a long number, or one of several that mean the
 * same number.
 */
function plainText(operand: EqualsOperand): string | undefined {
  if (operand.kind !== 'text') return undefined;
  const { text, reading } = operand;
  if (reading.kind === 'plain') return /^[[{]|^-?[0-9]+(?:\.[0-9]+)?$/.test(text) ? undefined : text;
  if (reading.kind === 'number') return String(reading.number) === text ? text : undefined;
  return reading.kind === 'boolean' && text === String(reading.boolean) ? text : undefined;
}

function isOneOf(source: FieldSource, { text, reading }: Extract<EqualsOperand, { kind: 'text' }>): SqlPiece {
  const values = [JSON.stringify(text)];
  if (reading.kind === 'number') values.push(JSON.stringify(reading.number));
  if (reading.kind === 'boolean') values.push(JSON.stringify(reading.boolean));
  return piece`${source.json} = any (${values}::jsonb[])`;
}

const lowerText = (source: FieldSource): SqlPiece => piece`lower(${source.text} collate "C")`;

function equalsMoment(source: FieldSource, moment: Moment): SqlPiece {
  const { from, to } = spanOf(moment);
  const span = piece`tstzrange(${momentText(from)}, ${momentText(to)})`;
  return piece`case when left(${source.text}, 10) = any (${datesAround(from, to)}::text[]) then ${span} @> condition_moment(${source.text}) end`;
}

const jsonPathOperators = { '=': '==', '>': '>', '<': '<', '>=': '>=', '<=': '<=' } as const;
type Sign = keyof typeof jsonPathOperators;

/** A stored number is decided by the JSON path; anything else leaves it unknown and may be numeric text. */
const onNumbers = (source: FieldSource, sign: Sign, number: number): SqlPiece =>
  piece`coalesce(${source.compares(jsonPathOperators[sign], number)}, condition_number(${source.text}) ${{ text: [sign], values: [] }} ${number}::float8)`;

const signs: Record<OrderOperator, Sign> = {
  greaterThan: '>',
  lessThan: '<',
  greaterThanOrEqual: '>=',
  lessThanOrEqual: '<=',
};

function compares(source: FieldSource, operator: OrderOperator, bound: Bound): SqlPiece {
  if (bound.scale === 'number') return onNumbers(source, signs[operator], bound.number);
  const moment = piece`condition_moment(${source.text})`;
  if (operator === 'greaterThan') return notBefore(source, bound.to, moment);
  if (operator === 'greaterThanOrEqual') return notBefore(source, bound.from, moment);
  return before(source, operator === 'lessThan' ? bound.from : bound.to, moment);
}

/*
 * Why `and` instead of `case`: reading a moment never fails, and among several such filters of a group the planner runs
 * the text comparisons first. So only rows that pass all of those are read as times.
 */

const notBefore = ({ text }: FieldSource, at: number, moment: SqlPiece): SqlPiece =>
  piece`(${text} collate "C" >= ${lowestText(at)} and ${moment} >= ${momentText(at)})`;

const before = ({ text }: FieldSource, at: number, moment: SqlPiece): SqlPiece =>
  piece`(${text} collate "C" < ${highestText(at)} and ${moment} < ${momentText(at)})`;
