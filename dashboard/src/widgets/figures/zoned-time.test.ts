import { expect, test } from 'vitest';
import { instantOf, wallTimeOf } from './zoned-time.ts';

test.each([
  ['2026-11-17', '09:00', 'Europe/Berlin', '2026-11-17T08:00:00.000Z'],
  ['2026-07-01', '09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
  ['2026-03-29', '01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-01-01', '00:15', 'Asia/Kathmandu', '2025-12-31T18:30:00.000Z'],
  ['2026-11-01', '00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
])('%s %s in %s is %s', (date, time, zone, expected) => {
  expect(new Date(instantOf({ date, time }, zone) ?? Number.NaN).toISOString()).toBe(expected);
});

test('what is not written fully is no instant', () => {
  expect(instantOf({ date: '', time: '09:00' }, 'UTC')).toBeNull();
  expect(instantOf({ date: '2026-11-17', time: '' }, 'UTC')).toBeNull();
});

test('an instant is read back as the same wall time', () => {
  const instant = Date.parse('2026-11-17T08:00:00Z');
  expect(wallTimeOf(instant, 'Europe/Berlin')).toEqual({ date: '2026-11-17', time: '09:00' });
});
