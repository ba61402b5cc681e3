import { memoize } from './memoize.ts';
import { type DateInput, utc } from './read-date.ts';

/** A moment as a clock in some zone shows it. */
export interface ZonedDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly offsetMinutes: number;
  readonly at: number;
  readonly zone: string;
}

/** Creating a format is slow, so formats are cached. */
export const formatOf = memoize(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** The date in a zone. A day is that day in every zone. An unknown zone is UTC. */
export function inZone(input: DateInput, zoneName: string): ZonedDate {
  const zone = isZone(zoneName) ? zoneName : 'UTC';
  if (input.kind === 'instant') return fieldsAt(input.at, zone);
  const midnight = utc(input.year, input.month, input.day);
  const guess = fieldsAt(midnight - fieldsAt(midnight, zone).offsetMinutes * 60_000, zone);
  const { year, month, day } = input;
  return { ...guess, year, month, day, hour: 0, minute: 0, second: 0 };
}

function isZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,50}$/.test(name)) return false;
  try {
    formatOf('en', { ...clock, timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const clock: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
};

function fieldsAt(at: number, zone: string): ZonedDate {
  if (zone === 'UTC') return utcFields(at, 0, zone);
  const parts = new Map(
    formatOf('en', { ...clock, timeZone: zone })
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type) ?? 0);
  const shown = utc(read('year'), read('month'), read('day'), read('hour'), read('minute'), read('second'));
  return utcFields(at, Math.round((shown - at) / 60_000), zone);
}

function utcFields(at: number, offsetMinutes: number, zone: string): ZonedDate {
  const date = new Date(at + offsetMinutes * 60_000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    offsetMinutes,
    at,
    zone,
  };
}
