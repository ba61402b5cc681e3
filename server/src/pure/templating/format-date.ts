import { knownLocale } from './known-locale.ts';
import { print } from './print.ts';
import { readDate, utc } from './read-date.ts';
import { remembered } from './remembered.ts';
import type { RenderSettings } from './run.ts';
import type { ZonedDate } from './zoned-date.ts';
import { formatOf, inZone } from './zoned-date.ts';

interface Written {
  readonly date: ZonedDate;
  readonly locale: string;
  /** Whether a day stands beside the month: some languages then write the month's name differently. */
  readonly hasDay: boolean;
}

interface Directive {
  readonly write: (written: Written) => string | number;
  readonly width?: number;
  readonly fill?: ' ' | '0';
}

const widest = 10;
const directive = /%([-_0^]?)(\d{0,3})([A-Za-z%])/g;

const directives: Readonly<Record<string, Directive>> = {
  a: { write: (written) => dayName(written, 'short') },
  A: { write: (written) => dayName(written, 'long') },
  b: { write: (written) => monthName(written, 'short') },
  B: { write: (written) => monthName(written, 'long') },
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

/** D-532: a date in the given form; anything that is not a date comes back unchanged. */
export function formatDate(value: unknown, form: unknown, zone: unknown, settings: RenderSettings): unknown {
  const input = readDate(value, settings.now);
  const pattern = print(form);
  if (!input || pattern === '') return value;
  const date = inZone(input, print(zone) || (settings.timezone ?? 'UTC'));
  const written = {
    date,
    locale: knownLocale([settings.locale]),
    hasDay: /%[-_0^]?\d{0,3}[de]/.test(pattern),
  };
  return pattern.replace(directive, (whole, flag: string, width: string, letter: string) => {
    const known = Object.hasOwn(directives, letter) ? directives[letter] : undefined;
    return known ? padded(known, known.write(written), flag, width) : whole;
  });
}

function padded({ width = 0, fill }: Directive, written: string | number, flag: string, asked: string): string {
  const text = flag === '^' ? String(written).toUpperCase() : String(written);
  if (flag === '-') return text;
  const sign = flag === '_' ? ' ' : flag === '0' ? '0' : (fill ?? (typeof written === 'number' ? '0' : ' '));
  return text.padStart(Math.min(widest, asked === '' ? width : Number(asked)), sign);
}

const dayName = ({ date, locale }: Written, weekday: 'short' | 'long'): string =>
  weekdayName(locale, weekday, new Date(utc(date.year, date.month, date.day)).getUTCDay());

const monthName = ({ date, locale, hasDay }: Written, month: 'short' | 'long'): string =>
  nameOfMonth(locale, month, hasDay, date.month);

const named = { calendar: 'gregory', timeZone: 'UTC' } as const;

/** The first of March 2026 was a Sunday. */
const weekdayName = remembered((locale: string, weekday: 'short' | 'long', day: number) =>
  formatOf(locale, { ...named, weekday }).format(utc(2026, 3, 1 + day)),
);

/** Beside a day some languages bend the name (`lipca`); some have numbers for names, which stay as they stand alone. */
const nameOfMonth = remembered((locale: string, month: 'short' | 'long', hasDay: boolean, number: number) => {
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
