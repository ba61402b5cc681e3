/** A day of the calendar, or a moment. */
export type DateInput =
  | { readonly kind: 'day'; readonly year: number; readonly month: number; readonly day: number }
  | { readonly kind: 'instant'; readonly at: number };

const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const instantForm = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Reads `2026-03-01`, an ISO date-time with a zone, or `now`; null for anything that is not a date (D-532). */
export function readDate(value: unknown, now: Date): DateInput | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const text = value.trim();
  if (text === 'now') return { kind: 'instant', at: now.getTime() };
  return readDay(text) ?? readInstant(text);
}

function readDay(text: string): DateInput | null {
  const [, year = 0, month = 0, day = 0] = (dayForm.exec(text) ?? []).map(Number);
  return isDay(year, month, day) ? { kind: 'day', year, month, day } : null;
}

function readInstant(text: string): DateInput | null {
  const match = instantForm.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = offsetMinutes(match[8] ?? 'Z');
  if (offset === null) return null;
  return { kind: 'instant', at: utc(year, month, day, hour, minute - offset, second) + milliseconds };
}

function offsetMinutes(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 18 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return new Date(utc(year, month, day)).getUTCDate() === day;
}

/** Why not `Date.UTC` alone: it reads years below 100 as 1900 and later. */
export function utc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, 0);
}
