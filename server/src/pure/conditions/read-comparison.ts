import { normaliseAddress } from '#pure/addresses';
import type { Draft, Understood } from './draft.ts';
import type { OrderOperator } from './operators.ts';
import type { FilterProblem } from './problem.ts';
import { readScalar } from './read-scalar.ts';
import type { Bound, ValueField, Wanted, WantedText } from './tree.ts';
import { booleanOf, numberOf, readText, spanOf } from './values.ts';

type Scalar = string | number | boolean;
type Refusal = { code: FilterProblem['code']; message: string };

export function readEquals(operator: 'equals' | 'notEquals', draft: Draft): Understood | undefined {
  return read(draft, wantedOf, (of, wanted) => ({ kind: 'equals', of, wanted, isNegated: operator === 'notEquals' }));
}

export function readContains(operator: 'contains' | 'notContains', draft: Draft): Understood | undefined {
  const isNegated = operator === 'notContains';
  return read(draft, partOf, (of, wanted) => ({ kind: 'contains', of, wanted, isNegated }));
}

export function readOrder(operator: OrderOperator, draft: Draft): Understood | undefined {
  return read(draft, boundOf, (of, bound) => ({ kind: 'order', of, operator, bound }));
}

function read<T extends object>(
  { value: raw, of, problems }: Draft,
  understand: (value: Scalar, of: ValueField | undefined) => T | Refusal,
  meaningOf: (of: ValueField, found: T) => Understood['meaning'],
): Understood | undefined {
  const value = readScalar(raw, problems);
  if (value === undefined) return undefined;
  const found = understand(value, of);
  if ('code' in found) problems.push({ key: 'value', ...found });
  return 'code' in found || !of ? undefined : { value, meaning: meaningOf(of, found) };
}

/** D-311, with what the standard fields take. */
function wantedOf(value: Scalar, of: ValueField | undefined): Wanted | Refusal {
  if (of?.kind === 'subscribed') return wantedState(value);
  if (of?.kind === 'email') return wantedAddress(value);
  if (isInstantField(of) && !isMoment(value)) return notAMoment;
  if (typeof value === 'boolean') return { kind: 'boolean', boolean: value };
  return typeof value === 'number' ? { kind: 'number', number: value } : wantedText(value);
}

const wantedText = (text: string): WantedText => ({ kind: 'text', text, reading: readText(text) });

function wantedState(value: Scalar): Wanted | Refusal {
  const boolean = typeof value === 'string' ? booleanOf(value) : value;
  if (typeof boolean === 'boolean') return { kind: 'boolean', boolean };
  return { code: 'invalid_type', message: 'The value of subscribed is true or false.' };
}

function wantedAddress(value: Scalar): Wanted {
  const address = typeof value === 'string' ? normaliseAddress(value) : null;
  return address === null ? { kind: 'nothing' } : { kind: 'text', text: address, reading: { kind: 'plain' } };
}

/** D-313. */
function partOf(value: Scalar): WantedText | Refusal {
  if (typeof value === 'boolean')
    return { code: 'invalid_type', message: 'The value of contains is text or a number.' };
  if (value === '') return { code: 'too_small', message: 'The value of contains has at least one character.' };
  return wantedText(typeof value === 'number' ? JSON.stringify(value) : value);
}

/** D-312. */
function boundOf(value: Scalar, of: ValueField | undefined): Bound | Refusal {
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

const notAMoment: Refusal = { code: 'invalid_type', message: 'The value is a day or an instant.' };
