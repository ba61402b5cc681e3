import type { Choice } from '../choice-picker/choice.ts';

export type PickedValue = string | number | boolean;
export type ValueCount = { value: PickedValue; count?: number | undefined };

/** As JSON, so that the text "42" and the number 42 stay two values. */
export function valueChoice({ value, count }: ValueCount): Choice {
  return { value: JSON.stringify(value), label: value === '' ? '(empty)' : String(value), count };
}

export function valueOfChoice(choice: Choice): PickedValue {
  const value: unknown = JSON.parse(choice.value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

/** What was typed, as a value of the field; null when it cannot be one. */
export function typedValue(text: string, isNumber: boolean): Choice | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (!isNumber) return { ...valueChoice({ value: typed }), group: 'As typed' };
  const number = Number(typed);
  return Number.isFinite(number) ? { ...valueChoice({ value: number }), group: 'As typed' } : null;
}
