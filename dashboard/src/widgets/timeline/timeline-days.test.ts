import { expect, test } from 'vitest';
import { dayOf, daysOf, dayWords, foldRows } from './timeline-days.ts';

test('a day begins at midnight of the project, not of UTC', () => {
  const rows = [{ at: '2026-11-11T23:30:00Z' }, { at: '2026-11-11T22:30:00Z' }];

  expect(daysOf(rows, 'Europe/Berlin').map(({ day }) => day)).toEqual(['2026-11-12', '2026-11-11']);
  expect(daysOf(rows, 'UTC').map(({ day }) => day)).toEqual(['2026-11-11']);
});

test('the night when the clocks change keeps its day', () => {
  expect(dayOf(Date.parse('2026-10-24T22:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25');
  expect(dayOf(Date.parse('2026-10-25T22:59:00Z'), 'Europe/Berlin')).toBe('2026-10-25');
});

test('days are called as people call them', () => {
  expect(dayWords('2026-11-12', '2026-11-12')).toEqual({ name: 'Today', date: 'Thursday 12 November' });
  expect(dayWords('2026-11-11', '2026-11-12').name).toBe('Yesterday');
  expect(dayWords('2026-11-09', '2026-11-12')).toEqual({ name: 'Monday', date: '9 November' });
  expect(dayWords('2025-12-31', '2026-01-01')).toEqual({ name: 'Yesterday', date: 'Wednesday 31 December 2025' });
});

test('three rows of one kind in a row fold, two do not, and a stranger between parts them', () => {
  const row = (id: string, foldKey?: string) => ({ id, foldKey });
  const rows = [row('1', 'a'), row('2', 'a'), row('3', 'a'), row('4'), row('5', 'a'), row('6', 'a')];

  expect(foldRows(rows).map((group) => group.map(({ id }) => id))).toEqual([['1', '2', '3'], ['4'], ['5'], ['6']]);
});
