/** A moment as PostgreSQL reads it in any setting, years before 1 and after 9999 included. */
export function momentText(at: number): string {
  const iso = new Date(at).toISOString();
  const rest = iso.slice(iso.indexOf('-', 1));
  const year = new Date(at).getUTCFullYear();
  const pad = (value: number): string => String(value).padStart(4, '0');
  return year > 0 ? pad(year) + rest : `${pad(1 - year)}${rest} BC`;
}

const dayMilliseconds = 86_400_000;
const firstDay = Date.parse('0001-01-01T00:00:00Z');
const lastDay = Date.parse('9999-12-31T00:00:00Z');

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

const midnight = (at: number): number => Math.floor(at / dayMilliseconds) * dayMilliseconds;

/*
 * A stored time begins with its local date, which is less than a day from its date in UTC. So a comparison of text
 * leaves few rows to be read as a time.
 */

/** No day or instant at or after `at` has a smaller text. */
export function lowestText(at: number): string {
  const day = Math.min(midnight(at) - dayMilliseconds, lastDay);
  return day < firstDay ? '0001' : dayText(day);
}

/** Every day or instant before `at` has a smaller text. */
export function highestText(at: number): string {
  const day = Math.max(midnight(at) + 2 * dayMilliseconds, firstDay);
  return day > lastDay ? ':' : dayText(day); // the colon follows 9
}

/** The dates that days and instants from `from` to before `to` can begin with. */
export function datesAround(from: number, to: number): string[] {
  const dates: string[] = [];
  for (let day = midnight(from) - dayMilliseconds; day < to + dayMilliseconds; day += dayMilliseconds) {
    if (day >= firstDay && day <= lastDay) dates.push(dayText(day));
  }
  return dates;
}
