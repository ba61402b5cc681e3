/** What a text is besides text (D-310). A day's `at` is its midnight in UTC; an instant is cut to milliseconds. */
export type TextReading =
  | { readonly kind: 'plain' }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  | Moment;

export type Moment = { readonly kind: 'day' | 'instant'; readonly at: number };

/** Milliseconds from the first to before the second. */
export type TimeSpan = { readonly from: number; readonly to: number };

const numeric = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/;
const moment =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2})))?$/;
const dayMilliseconds = 86_400_000;

export function readText(text: string): TextReading {
  const number = numberOf(text);
  if (number !== undefined) return { kind: 'number', number };
  const boolean = booleanOf(text);
  if (boolean !== undefined) return { kind: 'boolean', boolean };
  return momentOf(text) ?? { kind: 'plain' };
}

export const numberOf = (text: string): number | undefined => (numeric.test(text) ? Number(text) : undefined);

export function booleanOf(text: string): boolean | undefined {
  if (text.length > 5) return undefined;
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

/** The day or instant a text names, if the calendar and the clock have it. Offsets go up to ±23:59. */
export function momentOf(text: string): Moment | undefined {
  const match = moment.exec(text);
  if (!match) return undefined;

  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(toNumber);
  const [offsetHour = 0, offsetMinute = 0] = match.slice(9, 11).map(toNumber);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined;

  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second, Number((match[7] ?? '').slice(0, 3).padEnd(3, '0')));
  const east = (match[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000;
  return { kind: text.length === 10 ? 'day' : 'instant', at: local.getTime() - east };
}

/** Invariant: two moments compare as their spans do, whether by day or by millisecond (D-312). */
export const spanOf = ({ kind, at }: Moment): TimeSpan => ({
  from: at,
  to: at + (kind === 'day' ? dayMilliseconds : 1),
});

const toNumber = (digits: string | undefined): number => Number(digits ?? 0);

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
