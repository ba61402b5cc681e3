import { z } from 'zod';
import { BadParameter } from './refusals.ts';

/** A stretch of time, open where null. The end is the first moment that no longer belongs to it. */
export interface Period {
  from: Date | null;
  until: Date | null;
}

const day = z.iso.date();
const dateTime = z.iso.datetime({ offset: true });
const oneDay = 86_400_000;

/** A day or a date-time with its zone, in a query (D-119). `lasts`: how much of what it names still belongs to it. */
const queryDate = (lasts: { day: number; instant: number }) =>
  z
    .string()
    .optional()
    .transform((text, ctx): Date | null => {
      if (text === undefined) return null;
      if (day.safeParse(text).success) return new Date(Date.parse(text) + lasts.day);
      const zoned = text.replace(/ (?=\d\d:\d\d$)/, '+'); // a plus sign that was not encoded arrives as a space
      if (dateTime.safeParse(zoned).success) return new Date(Date.parse(zoned) + lasts.instant);
      ctx.addIssue({ code: 'custom', message: 'not a date' });
      return z.NEVER;
    })
    .meta({ type: 'string', description: 'A day (UTC) or a date-time with its zone.' });

/** The two query values of everything that looks at a stretch of time; an end given as a day includes that day. */
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
