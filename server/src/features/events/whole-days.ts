import type { Period } from '#platform/http';

/** A period cut into whole UTC days, whose counts are stored, and the rest at its ends. */
export interface CutPeriod {
  /** Null when the period holds no whole day. */
  days: Period | null;
  edges: { from: Date; until: Date }[];
}

const dayLength = 86_400_000;

export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayLength) * dayLength);
export const isStartOfDay = (at: Date): boolean => at.getTime() % dayLength === 0;
export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayLength);

/** The day a date falls on, as the database writes it. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** No event lies in the future, so an end after `now` is no end. */
export const withoutFuture = ({ from, until }: Period, now: Date): Period => ({
  from,
  until: until && until > now ? null : until,
});

export function cutIntoDays({ from, until }: Period): CutPeriod {
  const first = from && (isStartOfDay(from) ? from : daysAfter(startOfDay(from), 1));
  const end = until && startOfDay(until);
  if (from && until && first && end && first > end) return { days: null, edges: [{ from, until }] };
  const edges = [
    ...(from && first && first > from ? [{ from, until: first }] : []),
    ...(until && end && until > end ? [{ from: end, until }] : []),
  ];
  return { days: first && end && first >= end ? null : { from: first, until: end }, edges };
}
