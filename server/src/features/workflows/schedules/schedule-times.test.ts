import { expect, test } from 'vitest';
import { type Scheduled, type ScheduleTimes, timeAfter, timesOf, timeToFire } from './schedule-times.ts';

const at = (time: string): Date => new Date(`2026-11-17T${time}:00Z`);
const scheduled = (schedule: string, more: Partial<Scheduled> = {}): Scheduled => ({
  ...{ enabled: true, pausedAt: null, triggerType: 'SCHEDULE', triggerConfig: { schedule, timezone: 'UTC' } },
  ...more,
});
const times = (schedule: string): ScheduleTimes => {
  const read = timesOf(scheduled(schedule));
  if (!read) throw new Error('no schedule');
  return read;
};

test('only an enabled workflow with a schedule that is not paused has times', () => {
  expect(timesOf(scheduled('0 9 * * *'))?.next(at('09:00'))).toEqual(new Date('2026-11-18T09:00:00Z'));
  for (const more of [{ enabled: false }, { pausedAt: at('09:00') }, { triggerType: 'EVENT' as const }]) {
    expect(timesOf(scheduled('0 9 * * *', more))).toBeNull();
  }
  expect(timesOf(scheduled('', { triggerConfig: { schedule: null, timezone: 'UTC' } }))).toBeNull();
});

test('a time that was missed by less than an hour fires late, an older one is skipped (D-903)', () => {
  const daily = times('0 9 * * *');
  const quarterly = times('*/15 * * * *');
  for (const [schedule, now, expected] of [
    [daily, '09:00', '09:00'],
    [daily, '09:59', '09:00'],
    [quarterly, '09:50', '09:00'],
    [quarterly, '10:00', '09:15'],
    [quarterly, '13:20', '12:30'],
  ] as const) {
    expect(timeToFire(schedule, at('09:00'), at(now))).toEqual(at(expected));
  }
  expect(timeToFire(daily, at('09:00'), at('10:00'))).toEqual(new Date('2026-11-18T09:00:00Z'));
});

test('times that pass while contacts enter are skipped and counted; those missed before fire late (D-942)', () => {
  const quarterly = times('*/15 * * * *');
  for (const [began, now, next, skipped] of [
    ['09:00', '09:01', '09:15', 0],
    ['09:00', '09:15', '09:30', 1],
    ['09:00', '10:20', '10:30', 5],
    ['09:40', '09:41', '09:15', 0],
    ['09:20', '09:50', '09:15', 0],
  ] as const) {
    expect(timeAfter(quarterly, { firesAt: at('09:00'), beganAt: at(began) }, at(now))).toEqual({
      ...{ next: at(next), skipped },
    });
  }
});

test('after years only so many are counted, and the next time is still to come', () => {
  const now = new Date('2028-01-01T00:07:00Z');
  const { next, skipped } = timeAfter(times('*/15 * * * *'), { firesAt: at('09:00'), beganAt: at('09:00') }, now);
  expect({ next, skipped }).toEqual({ next: new Date('2028-01-01T00:15:00Z'), skipped: 100 });
});
