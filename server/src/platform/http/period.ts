import { z } from 'zod';
import { isStoredInstant, nearestStoredInstant } from '#pure/instants';
import { BadParameter } from './refusals.ts';

/** A period of time, open where null. The end is the first moment that no longer belongs to it. */
export interface Period {
  from: Date | null;
  until: Date | null;
}

const day = z.iso.date();
const dateTime = z.iso.datetime({ offset: true });
const oneDay = 86_400_000;
/** More than any date-time needs, with its fraction and zone. */
const maxCharacters = 64;

/**
 * A day or a date-time with its zone, in a query (D-119), of the years 1 to 9999. `lasts`: milliseconds of the day or instant
 * that still belong to the period.
 */
const queryDate = (lasts: { day: number; instant: number }) =>
  z
    .string()
    .optional()
    .transform((text, ctx): Date | null => {
      if (text === undefined) return null;
      const named = readMoment(text);
      if (named) return nearestStoredInstant(new Date(named.at.getTime() + lasts[named.as]));
      ctx.addIssue({ code: 'custom', message: 'not a date' });
      return z.NEVER;
    })
    .meta({ type: 'string', description: 'A day (UTC) or a date-time with its zone.' });

/** A day, as the moment at which it begins in UTC, or a date-time with its zone, of the years 1 to 9999. Null: neither. */
export function readMoment(text: string): { as: 'day' | 'instant'; at: Date } | null {
  if (text.length > maxCharacters) return null;
  const isDay = day.safeParse(text).success;
  const zoned = text.replace(/ (?=\d\d:\d\d$)/, '+'); // a plus sign that was not encoded arrives as a space
  if (!isDay && !dateTime.safeParse(zoned).success) return null;
  const at = new Date(zoned);
  return isStoredInstant(at) ? { as: isDay ? 'day' : 'instant', at } : null;
}

/** The two query parameters of every route with a period; an end given as a day includes that day. */
export const periodQuery = {
  startDate: queryDate({ day: 0, instant: 0 }),
  endDate: queryDate({ day: oneDay, instant: 1 }),
} as const;

/** Start after end is a 400. */
export function periodOf(query: { startDate: Date | null; endDate: Date | null }): Period {
  const { startDate: from, endDate: until } = query;
  if (from && until && from >= until) throw BadParameter('startDate', from.toISOString());
  return { from, until };
}
