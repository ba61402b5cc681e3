import type { JsonValue } from './json-value.ts';

export type FieldType = 'string' | 'number' | 'boolean' | 'date';

const dateText = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.\d{3})?Z)?$/;

/** The type a stored value has (D-213). Lists and objects count as text. */
export function inferType(value: Exclude<JsonValue, null>): FieldType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' && isDateText(value) ? 'date' : 'string';
}

/** A day or an instant in UTC, in one of the three forms, that exists in the calendar. */
function isDateText(text: string): boolean {
  const match = dateText.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  // Why: JavaScript has a year 0 and PostgreSQL has not, and PostgreSQL must be able to read every date.
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return false;
  return hour < 24 && minute < 60 && second < 60;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
