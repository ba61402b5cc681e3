import type { DayPeriod } from '../../api/analytics.ts';

export const lengths = ['7', '14', '30', '90'] as const;
export type Length = (typeof lengths)[number];

export interface Period extends DayPeriod {
  readonly days: number;
  /** The last day of the period. */
  readonly last: string;
  /** The days of equal number before it. */
  readonly before: DayPeriod;
  /** Whether its last day is today, and so not over. */
  readonly isOpen: boolean;
}

const dayMs = 86_400_000;

/** A calendar day, some days later. Days are counted in UTC, where each has 24 hours. */
export const dayLater = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** So many days up to a day, or up to today. No day after today is asked for. */
export function periodOf(length: Length, until: string, today: string): Period {
  const days = Number(length);
  const last = until === '' || until > today ? today : until;
  const from = dayLater(last, 1 - days);
  return {
    days,
    last,
    from,
    to: dayLater(last, 1),
    before: { from: dayLater(from, -days), to: from },
    isOpen: last === today,
  };
}

/** The last day of the period before or after, as the URL has it; today is written as nothing. */
export function movedUntil(period: Period, direction: -1 | 1, today: string): string {
  const moved = dayLater(period.last, direction * period.days);
  return moved >= today ? '' : moved;
}
