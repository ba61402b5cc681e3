/** The times of a schedule as clocks of its zone show them: every minute whose parts are all in these lists. */
export interface Schedule {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  /** 1 to 12. */
  readonly months: readonly number[];
  /** 0 to 6, Sunday first. */
  readonly weekdays: readonly number[];
  /** Days of the month and of the week are both limited: then one of them is enough, as everywhere with this notation. */
  readonly isEitherDay: boolean;
}

const dayMs = 86_400_000;

/** Whether a day has times. `day` is midnight UTC of that date. */
export function hasTimes({ days, months, weekdays, isEitherDay }: Schedule, day: Date): boolean {
  if (!months.includes(day.getUTCMonth() + 1)) return false;
  const [inMonth, inWeek] = [days.includes(day.getUTCDate()), weekdays.includes(day.getUTCDay())];
  return isEitherDay ? inMonth || inWeek : inMonth && inWeek;
}

/** The days with times from this one on, as midnights UTC; none for a date that does not exist, such as 30 February. */
export function* daysWithTimes(schedule: Schedule, from: Date): Generator<Date> {
  for (let count = 0; count < maxDaysApart; count += 1) {
    const day = new Date(from.getTime() + count * dayMs);
    if (hasTimes(schedule, day)) yield day;
  }
}

/** 29 February is eight years away around the turn of most centuries; on a certain weekday up to forty. */
const maxDaysApart = 41 * 366;

/** The shortest time between two times of a schedule in minutes, changes of clocks left aside. */
export function minutesApart(schedule: Schedule): number {
  const ofDay = schedule.hours.flatMap((hour) => schedule.minutes.map((minute) => hour * 60 + minute));
  const [first = 0, last = 0] = [ofDay[0], ofDay.at(-1)];
  const gaps = ofDay.slice(1).map((minute, index) => minute - (ofDay[index] ?? 0));
  const overnight = 1_440 - last + first;
  const isNeeded = gaps.every((gap) => gap > overnight) && hasConsecutiveDays(schedule);
  return Math.min(...gaps, ...(isNeeded ? [overnight] : []), 1_440);
}

function hasConsecutiveDays(schedule: Schedule): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const day of daysWithTimes(schedule, new Date(Date.UTC(2024, 0, 1)))) {
    if (day.getTime() - before === dayMs) return true;
    before = day.getTime();
  }
  return false;
}
