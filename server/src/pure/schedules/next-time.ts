import { daysWithTimes, type Schedule } from './schedule.ts';
import { instantOf, localAt } from './zone-clock.ts';

/** The first time of a schedule after this instant. Each local time comes once (D-903): see `instantOf`. */
export function nextTime(schedule: Schedule, zone: string, after: Date): Date | null {
  const local = localAt(zone, after.getTime());
  const yesterday = Math.floor(local / 86_400_000) * 86_400_000 - 86_400_000;
  // Why from the day before: its times in a gap that ends at midnight come at the beginning of this one.
  for (const day of daysWithTimes(schedule, new Date(yesterday))) {
    const midnight = day.getTime();
    if (instantOf(zone, midnight + 86_340_000) <= after.getTime()) continue;
    for (const hour of schedule.hours) {
      for (const minute of schedule.minutes) {
        const instant = instantOf(zone, midnight + (hour * 60 + minute) * 60_000);
        if (instant > after.getTime()) return new Date(instant);
      }
    }
  }
  return null;
}
