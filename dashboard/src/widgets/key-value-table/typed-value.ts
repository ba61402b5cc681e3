export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type ValueType = 'text' | 'number' | 'yes or no' | 'date' | 'list' | 'object' | 'empty';

const isoDate = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

export function typeOf(value: JsonValue): ValueType {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'number':
      return 'number';
    case 'boolean':
      return 'yes or no';
    case 'string':
      return isoDate.test(value) && !Number.isNaN(Date.parse(value)) ? 'date' : 'text';
    default:
      return 'object';
  }
}

/** As it is shown and edited: texts as they are, everything else as JSON. */
export const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

export type ReadResult = { value: JsonValue } | { problem: string };

/** What was typed, as a value of the type it had before. */
export function readTyped(text: string, type: ValueType): ReadResult {
  const trimmed = text.trim();
  switch (type) {
    case 'number': {
      const number = Number(trimmed);
      return trimmed !== '' && Number.isFinite(number) ? { value: number } : { problem: 'This field is a number.' };
    }
    case 'yes or no':
      if (trimmed === 'true' || trimmed === 'false') return { value: trimmed === 'true' };
      return { problem: 'Write true or false.' };
    case 'date':
      return typeOf(trimmed) === 'date' ? { value: trimmed } : { problem: 'Write a date such as 2027-03-04.' };
    case 'list':
    case 'object':
      return readJson(trimmed, type);
    default:
      return { value: text };
  }
}

function readJson(text: string, type: 'list' | 'object'): ReadResult {
  const problem = `This field is ${type === 'list' ? 'a list' : 'an object'}: write it as JSON.`;
  try {
    // JSON.parse gives a JSON value by definition.
    const value = JSON.parse(text) as JsonValue;
    return typeOf(value) === type ? { value } : { problem };
  } catch {
    return { problem };
  }
}
