const noBreakSpace = '\u00a0';
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Dates are written in the language of the interface; numbers follow the reader's own format. */
const dateLocale = 'en-GB';

/** Why kept: a list formats thousands of numbers, and making a format costs more than using it. */
const counts = new Intl.NumberFormat();

/** A whole number in the reader's format: 18,402. */
export const formatCount = (count: number, locale?: string): string =>
  (locale === undefined ? counts : new Intl.NumberFormat(locale)).format(count);

/** `part` of `base` in percent, with the figures a reader can use; an empty base has no rate. */
export function formatRate(part: number, base: number, locale?: string): string | null {
  if (!(base > 0)) return null;
  const percent = (part / base) * 100;
  if (percent === 0 || percent === 100) return formatPercent(percent, locale);
  const digits = percent < 0.995 ? 2 : 1;
  const figure = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: digits });
  return `${figure.format(percent)}${noBreakSpace}%`;
}

/** A percentage that is given, such as the line of a gauge: as short as it can be written. */
export function formatPercent(percent: number, locale?: string): string {
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(percent)}${noBreakSpace}%`;
}

export function formatBytes(bytes: number, locale?: string): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;
  let size = bytes;
  let unit = 0;
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || size >= 99.95 ? 0 : 1;
  const word = bytes === 1 ? 'byte' : units[unit];
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(size)}${noBreakSpace}${word}`;
}

/** A length of time as one or two units: `41 ms`, `1.9 s`, `1 min 26 s`, `2 d 4 h`. */
export function formatDuration(milliseconds: number, locale?: string): string {
  const length = Math.max(0, milliseconds);
  if (length < second) return `${Math.round(length)}${noBreakSpace}ms`;
  if (length < 10 * second) {
    const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(length / second);
    return `${figure}${noBreakSpace}s`;
  }
  const whole = Math.round(length / second) * second;
  if (whole < hour) return twoUnits(whole, [minute, 'min'], [second, 's']);
  if (whole < day) return twoUnits(whole, [hour, 'h'], [minute, 'min']);
  return twoUnits(whole, [day, 'd'], [hour, 'h']);
}

function twoUnits(length: number, large: [number, string], small: [number, string]): string {
  const first = Math.floor(length / large[0]);
  const rest = Math.floor((length % large[0]) / small[0]);
  const parts = [];
  if (first > 0) parts.push(`${first}${noBreakSpace}${large[1]}`);
  if (rest > 0 || first === 0) parts.push(`${rest}${noBreakSpace}${small[1]}`);
  return parts.join(' ');
}

/** How long ago, or how far ahead, within a day; beyond that the date. */
export function formatRelative(at: number, now: number, timeZone?: string): string {
  const distance = now - at;
  const size = Math.abs(distance);
  if (size >= day) return formatDay(at, now, timeZone);
  if (size < second) return 'now';
  const length =
    size < minute
      ? `${Math.floor(size / second)}${noBreakSpace}s`
      : size < hour
        ? `${Math.floor(size / minute)}${noBreakSpace}min`
        : `${Math.floor(size / hour)}${noBreakSpace}h`;
  return distance < 0 ? `in ${length}` : length;
}

/** `4 min ago`, `just now`, or the date: where no heading says that the time lies behind. */
export function formatAgo(at: number, now: number, timeZone?: string): string {
  const words = formatRelative(at, now, timeZone);
  if (words === 'now') return 'just now';
  return at > now || now - at >= day ? words : `${words} ago`;
}

/** `12 Nov, 14:32`, with the year when it is not this one. */
function formatDay(at: number, now: number, timeZone?: string): string {
  const yearOf = (instant: number) => dateFormat({ year: 'numeric' }, timeZone).format(instant);
  if (yearOf(at) !== yearOf(now)) {
    return dateFormat({ day: 'numeric', month: 'short', year: 'numeric' }, timeZone).format(at);
  }
  return dayAndClock(at, timeZone);
}

const dayAndClock = (at: number, timeZone?: string): string =>
  `${dateFormat({ day: 'numeric', month: 'short' }, timeZone).format(at)}, ${formatClock(at, 'minute', timeZone)}`;

/** The whole instant with its zone, for titles and for screen readers. */
export function formatExact(at: number, timeZone?: string): string {
  const weekday = dateFormat({ weekday: 'long' }, timeZone).format(at);
  const date = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }, timeZone).format(at);
  const time = dateFormat(
    { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
    timeZone,
  ).format(at);
  return `${weekday} ${date}, ${time}`;
}

/** `14:31:20.118`: the precision of the Route line. */
export function formatClock(at: number, precision: 'minute' | 'second' | 'millisecond', timeZone?: string): string {
  const parts: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  if (precision !== 'minute') parts.second = '2-digit';
  if (precision === 'millisecond') parts.fractionalSecondDigits = 3;
  return dateFormat(parts, timeZone).format(at);
}

/** `14:05` today, `Fri 14:05` within a week, else with the date: for times that lie ahead. */
export function formatMoment(at: number, now: number, timeZone?: string): string {
  const clock = formatClock(at, 'minute', timeZone);
  const dayOf = (instant: number) =>
    dateFormat({ year: 'numeric', month: '2-digit', day: '2-digit' }, timeZone).format(instant);
  if (dayOf(at) === dayOf(now)) return clock;
  if (Math.abs(at - now) < 6 * day) return `${dateFormat({ weekday: 'short' }, timeZone).format(at)} ${clock}`;
  return dayAndClock(at, timeZone);
}

/** Making a date format costs more than using it, and a list uses the same few hundreds of times. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

export function dateFormat(options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const key = `${timeZone ?? ''} ${JSON.stringify(options)}`;
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(dateLocale, {
      ...options,
      ...(options.hour ? { hourCycle: 'h23' } : {}),
      ...(timeZone ? { timeZone } : {}),
    });
    dateFormats.set(key, format);
  }
  return format;
}
