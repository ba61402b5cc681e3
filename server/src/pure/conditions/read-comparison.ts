import { normaliseAddress } from '#pure/addresses';
import type { FilterContent, FilterDraft } from './filter-draft.ts';
import type { OrderOperator } from './operators.ts';
import type { FilterProblem } from './problem.ts';
import { readScalar, type Scalar } from './read-scalar.ts';
import type { Bound, EqualsOperand, TextOperand, ValueField } from './tree.ts';
import { booleanOf, numberOf, readText, spanOf } from './values.ts';

type ValueRefusal = { code: FilterProblem['code']; message: string };

export function readEquals(operator: 'equals' | 'notEquals', draft: FilterDraft): FilterContent | undefined {
  return read(draft, equalsOperand, (of, operand) => ({
    kind: 'equals',
    of,
    operand,
    isNegated: operator === 'notEquals',
  }));
}

export function readContains(operator: 'contains' | 'notContains', draft: FilterDraft): FilterContent | undefined {
  const isNegated = operator === 'notContains';
  return read(draft, containsOperand, (of, operand) => ({ kind: 'contains', of, operand, isNegated }));
}

export function readOrder(operator: OrderOperator, draft: FilterDraft): FilterContent | undefined {
  return read(draft, boundOf, (of, bound) => ({ kind: 'order', of, operator, bound }));
}

function read<T extends object>(
  { value: raw, of, problems }: FilterDraft,
  understand: (value: Scalar, of: ValueField | undefined) => T | ValueRefusal,
  meaningOf: (of: ValueField, found: T) => FilterContent['meaning'],
): FilterContent | undefined {
  const value = readScalar(raw, problems);
  if (value === undefined) return undefined;
  const found = understand(value, of);
  if ('code' in found) problems.push({ key: 'value', ...found });
  return 'code' in found || !of ? undefined : { value, meaning: meaningOf(of, found) };
}

/** D-311, and the values that the standard fields accept. */
function equalsOperand(value: Scalar, of: ValueField | undefined): EqualsOperand | ValueRefusal {
  if (of?.kind === 'subscribed') return booleanOperand(value);
  if (of?.kind === 'email') return addressOperand(value);
  if (isInstantField(of) && !isMoment(value)) return notAMoment;
  if (typeof value === 'boolean') return { kind: 'boolean', boolean: value };
  return typeof value === 'number' ? { kind: 'number', number: value } : textOperand(value);
}

const textOperand = (text: string): TextOperand => ({ kind: 'text', text, reading: readText(text) });

function booleanOperand(value: Scalar): EqualsOperand | ValueRefusal {
  const boolean = typeof value === 'string' ? booleanOf(value) : value;
  if (typeof boolean === 'boolean') return { kind: 'boolean', boolean };
  return { code: 'invalid_type', message: 'The value of subscribed is true or false.' };
}

function addressOperand(value: Scalar): EqualsOperand {
  const address = typeof value === 'string' ? normaliseAddress(value) : null;
  return address === null ? { kind: 'nothing' } : { kind: 'text', text: address, reading: { kind: 'plain' } };
}

/** D-313. */
function containsOperand(value: Scalar): TextOperand | ValueRefusal {
  if (typeof value === 'boolean')
    return { code: 'invalid_type', message: 'The value of contains is text or a number.' };
  if (value === '') return { code: 'too_small', message: 'The value of contains has at least one character.' };
  return textOperand(typeof value === 'number' ? JSON.stringify(value) : value);
}

/** D-312. */
function boundOf(value: Scalar, of: ValueField | undefined): Bound | ValueRefusal {
  if (isInstantField(of) && !isMoment(value)) return notAMoment;
  if (typeof value === 'number') return { scale: 'number', number: value };
  const number = typeof value === 'string' ? numberOf(value) : undefined;
  if (number !== undefined) return { scale: 'number', number };
  const reading = typeof value === 'string' ? readText(value) : undefined;
  if (reading && 'at' in reading) return { scale: 'moment', ...spanOf(reading) };
  return { code: 'invalid_type', message: 'The value is a number, a day or an instant.' };
}

const isInstantField = (of: ValueField | undefined): boolean => of?.kind === 'createdAt' || of?.kind === 'updatedAt';

const isMoment = (value: Scalar): boolean => typeof value === 'string' && 'at' in readText(value);

const notAMoment: ValueRefusal = { code: 'invalid_type', message: 'The value is a day or an instant.' };
