export { nextTime } from './next-time.ts';
export { readSchedule } from './read-schedule.ts';
export { minutesApart } from './schedule.ts';
