import { knownLocale } from './known-locale.ts';
import { memoize } from './memoize.ts';
import { print } from './print.ts';
import { readDate, utc } from './read-date.ts';
import type { RenderSettings } from './run.ts';
import { formatOf, inZone, type ZonedDate } from './zoned-date.ts';

interface DirectiveInput {
  readonly date: ZonedDate;
  readonly locale: string;
  /** Whether the form has a day: some languages then write the month's name differently. */
  readonly hasDay: boolean;
}

interface Directive {
  readonly write: (input: DirectiveInput) => string | number;
  readonly width?: number;
  readonly fill?: ' ' | '0';
}

const widest = 10;
const directive = /%([-_0^]?)(\d{0,3})([A-Za-z%])/g;

const directives: Readonly<Record<string, Directive>> = {
  a: { write: (input) => dayName(input, 'short') },
  A: { write: (input) => dayName(input, 'long') },
  b: { write: (input) => monthName(input, 'short') },
  B: { write: (input) => monthName(input, 'long') },
  d: { write: ({ date }) => date.day, width: 2 },
  e: { write: ({ date }) => date.day, width: 2, fill: ' ' },
  H: { write: ({ date }) => date.hour, width: 2 },
  I: { write: ({ date }) => date.hour % 12 || 12, width: 2 },
  j: { write: ({ date }) => dayOfYear(date), width: 3 },
  m: { write: ({ date }) => date.month, width: 2 },
  M: { write: ({ date }) => date.minute, width: 2 },
  p: { write: ({ date }) => (date.hour < 12 ? 'AM' : 'PM') },
  S: { write: ({ date }) => date.second, width: 2 },
  y: { write: ({ date }) => date.year % 100, width: 2 },
  Y: { write: ({ date }) => date.year, width: 4 },
  z: { write: ({ date }) => offset(date.offsetMinutes) },
  Z: { write: ({ date }) => zoneName(date) },
  '%': { write: () => '%' },
};

/** D-532: a date in the given form; anything that is not a date is returned unchanged. */
export function formatDate(value: unknown, form: unknown, zone: unknown, settings: RenderSettings): unknown {
  const parsed = readDate(value, settings.now);
  const pattern = print(form);
  if (!parsed || pattern === '') return value;
  const date = inZone(parsed, print(zone) || (settings.timezone ?? 'UTC'));
  const input = {
    date,
    locale: knownLocale([settings.locale]),
    hasDay: /%[-_0^]?\d{0,3}[de]/.test(pattern),
  };
  return pattern.replace(directive, (whole, flag: string, width: string, letter: string) => {
    const known = Object.hasOwn(directives, letter) ? directives[letter] : undefined;
    return known ? padded(known, known.write(input), flag, width) : whole;
  });
}

function padded({ width = 0, fill }: Directive, value: string | number, flag: string, givenWidth: string): string {
  const text = flag === '^' ? String(value).toUpperCase() : String(value);
  if (flag === '-') return text;
  const sign = flag === '_' ? ' ' : flag === '0' ? '0' : (fill ?? (typeof value === 'number' ? '0' : ' '));
  return text.padStart(Math.min(widest, givenWidth === '' ? width : Number(givenWidth)), sign);
}

const dayName = ({ date, locale }: DirectiveInput, weekday: 'short' | 'long'): string =>
  weekdayName(locale, weekday, new Date(utc(date.year, date.month, date.day)).getUTCDay());

const monthName = ({ date, locale, hasDay }: DirectiveInput, month: 'short' | 'long'): string =>
  nameOfMonth(locale, month, hasDay, date.month);

const named = { calendar: 'gregory', timeZone: 'UTC' } as const;

/** The first of March 2026 was a Sunday. */
const weekdayName = memoize((locale: string, weekday: 'short' | 'long', day: number) =>
  formatOf(locale, { ...named, weekday }).format(utc(2026, 3, 1 + day)),
);

/** With a day some languages inflect the name (`lipca`); some have numbers for names, which do not change. */
const nameOfMonth = memoize((locale: string, month: 'short' | 'long', hasDay: boolean, number: number) => {
  const at = utc(2026, number, 1);
  const alone = formatOf(locale, { ...named, month }).format(at);
  if (!hasDay || /\d/.test(alone)) return alone;
  const parts = formatOf(locale, { ...named, month, day: 'numeric' }).formatToParts(at);
  return parts.find((part) => part.type === 'month')?.value ?? alone;
});

const dayOfYear = ({ year, month, day }: ZonedDate): number =>
  Math.round((utc(year, month, day) - utc(year, 1, 1)) / 86_400_000) + 1;

function offset(minutes: number): string {
  const size = Math.abs(minutes);
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return (minutes < 0 ? '-' : '+') + digits.join('');
}

function zoneName({ at, zone }: ZonedDate): string {
  const parts = formatOf('en', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}
