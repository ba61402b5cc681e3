import { z } from 'zod';
import { isTimeZone } from '#features/projects';
import { BadParameter, choice, readMoment } from '#platform/http';
import { isStoredInstant } from '#pure/instants';
import { limits } from '#pure/limits';
import { type ZoneClock, zoneClock } from '#pure/schedules';

const dayMs = 86_400_000;

/** A moment as a caller writes it: a day begins where the clocks of the zone say so, which is known later. */
type GivenMoment = { readonly day: string } | { readonly at: Date };

const moment = z
  .string()
  .optional()
  .transform((text, ctx): GivenMoment | undefined => {
    if (text === undefined) return undefined;
    const given = readMoment(text);
    if (given) return given.as === 'day' ? { day: text } : { at: given.at };
    ctx.addIssue({ code: 'custom', message: 'not a date' });
    return z.NEVER;
  })
  .meta({ type: 'string', description: 'A day of `tz`, or a date-time with its zone.' });

/** The query values that all reports have in common (D-1001, D-1002). */
export const PeriodQuery = z.object({
  from: moment,
  to: moment,
  startDate: moment,
  endDate: moment,
  tz: z
    .string()
    .optional()
    .superRefine((zone, ctx) => {
      if (zone !== undefined && !isTimeZone(zone)) ctx.addIssue({ code: 'custom', message: 'not a time zone' });
    })
    .meta({ description: 'IANA name; the time zone of the project by default.' }),
  mode: choice(['live', 'test', 'all']),
});

export type GivenReport = z.output<typeof PeriodQuery>;

export interface ReportPeriod {
  readonly from: Date;
  /** The first moment that no longer belongs to it. */
  readonly to: Date;
  readonly tz: string;
}

type GivenPeriod = Pick<GivenReport, 'from' | 'to' | 'startDate' | 'endDate' | 'tz'>;

/** The last 30 days up to now where nothing else is given. A start after the end, or too long a period, is a 400. */
export function readPeriod(
  query: GivenPeriod,
  { timezone, now, maxDays = limits.reportDaysMax }: { timezone: string; now: Date; maxDays?: number },
): ReportPeriod {
  const tz = query.tz ?? timezone;
  const clock = zoneClock(tz);
  const start = query.from ?? query.startDate;
  const to = query.to ? beginning(query.to, clock) : query.endDate ? ending(query.endDate, clock) : now;
  const from = start ? beginning(start, clock) : new Date(to.getTime() - limits.reportDays * dayMs);
  const parameter = query.from ? 'from' : query.startDate ? 'startDate' : query.to ? 'to' : 'endDate';
  // Days of the clocks: one of them may have 23 or 25 hours.
  const days = (clock.localAt(to.getTime()) - clock.localAt(from.getTime())) / dayMs;
  // And of time itself: what clocks show of the years before 100 cannot be compared.
  const isTooLong = days > maxDays || to.getTime() - from.getTime() > (maxDays + 1) * dayMs;
  if (from > to || isTooLong) throw BadParameter(parameter);
  if (!isStoredInstant(from) || !isStoredInstant(to)) throw BadParameter(parameter);
  return { from, to, tz };
}

const beginning = (given: GivenMoment, clock: ZoneClock): Date =>
  'at' in given ? given.at : new Date(clock.instantOf(Date.parse(given.day)));

/** An end that is given as a day includes that day (D-119). */
const ending = (given: GivenMoment, clock: ZoneClock): Date =>
  'at' in given ? given.at : new Date(clock.instantOf(Date.parse(given.day) + dayMs));
