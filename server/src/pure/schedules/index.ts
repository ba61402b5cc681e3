export { nextTime } from './next-time.ts';
export { readSchedule } from './read-schedule.ts';
export { minutesApart } from './schedule.ts';
export { type ZoneClock, zoneClock } from './zone-clock.ts';
