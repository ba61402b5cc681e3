import { daysWithTimes, type Schedule } from './schedule.ts';
import { zoneClock } from './zone-clock.ts';

const dayMs = 86_400_000;
const lastMinuteMs = 86_340_000;

/** The first time of a schedule after this instant. Each local time comes once (D-903): see `instantOf`. */
export function nextTime(schedule: Schedule, zone: string, after: Date): Date | null {
  const { localAt, instantOf } = zoneClock(zone);
  const today = Math.floor(localAt(after.getTime()) / dayMs) * dayMs;
  // Why from the day before: its times in a gap that ends at midnight come at the beginning of this one.
  for (const day of daysWithTimes(schedule, new Date(today - dayMs))) {
    const midnight = day.getTime();
    if (instantOf(midnight + lastMinuteMs) <= after.getTime()) continue;
    for (const hour of schedule.hours) {
      for (const minute of schedule.minutes) {
        const instant = instantOf(midnight + (hour * 60 + minute) * 60_000);
        if (instant > after.getTime()) return new Date(instant);
      }
    }
  }
  return null;
}
