import { expect, it } from 'vitest';
import { movedUntil, periodOf } from './period.ts';

const today = '2026-11-18';

it('a period ends today and is compared with as many days before it', () => {
  expect(periodOf('7', '', today)).toEqual({
    days: 7,
    last: '2026-11-18',
    from: '2026-11-12',
    to: '2026-11-19',
    before: { from: '2026-11-05', to: '2026-11-12' },
    isOpen: true,
  });
});

it('a day after today is not asked for', () => {
  expect(periodOf('30', '2030-01-01', today).last).toBe(today);
});

it('a month with its clock change has its calendar days', () => {
  expect(periodOf('30', '2026-11-10', today)).toMatchObject({ from: '2026-10-12', to: '2026-11-11', isOpen: false });
});

it('moving back and forth comes home', () => {
  const back = movedUntil(periodOf('7', '', today), -1, today);
  expect(back).toBe('2026-11-11');
  expect(movedUntil(periodOf('7', back, today), 1, today)).toBe('');
});
