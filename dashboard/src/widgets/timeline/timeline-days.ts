import { dateFormat } from '../figures/format.ts';

interface TimedRow {
  at: string;
}

export interface TimelineDay<Row> {
  /** `2026-11-12` in the time zone of the timeline. */
  day: string;
  rows: Row[];
}

/** The calendar day of an instant in a time zone. */
export function dayOf(instant: number, timeZone?: string): string {
  const parts = dateFormat({ year: 'numeric', month: '2-digit', day: '2-digit' }, timeZone).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Rows under their day, in the order they came. */
export function daysOf<Row extends TimedRow>(rows: readonly Row[], timeZone?: string): TimelineDay<Row>[] {
  const days: TimelineDay<Row>[] = [];
  for (const row of rows) {
    const day = dayOf(Date.parse(row.at), timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

/** "Today" and "Yesterday" where they hold, then the date in words. */
export function dayWords(day: string, today: string): { name: string; date: string } {
  const noon = (text: string) => Date.parse(`${text}T12:00:00Z`);
  const weekday = dateFormat({ weekday: 'long' }, 'UTC').format(noon(day));
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const date = dateFormat(
    isThisYear ? { day: 'numeric', month: 'long' } : { day: 'numeric', month: 'long', year: 'numeric' },
    'UTC',
  ).format(noon(day));
  const distance = Math.round((noon(today) - noon(day)) / 86_400_000);
  if (distance === 0) return { name: 'Today', date: `${weekday} ${date}` };
  if (distance === 1) return { name: 'Yesterday', date: `${weekday} ${date}` };
  return { name: weekday, date };
}

/** Rows of one kind that follow each other stand as one, from this many on. */
const foldedFrom = 3;

/** Groups of rows that share a fold key and stand together; every other row is a group of its own. */
export function foldRows<Row extends { foldKey?: string | undefined }>(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (row.foldKey !== undefined && last?.[0]?.foldKey === row.foldKey) last.push(row);
    else groups.push([row]);
  }
  return groups.flatMap((group) => (group.length >= foldedFrom ? [group] : group.map((row) => [row])));
}
