import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutIntoDays, isStartOfDay } from './whole-days.ts';

const at = (text: string | null): Date | null => (text === null ? null : new Date(text));

test.each([
  ['everything', null, null, [null, null], 0],
  ['whole days', '2026-03-01T00:00Z', '2026-03-03T00:00Z', ['2026-03-01', '2026-03-03'], 0],
  ['a part of one day', '2026-03-01T08:00Z', '2026-03-01T09:00Z', null, 1],
  ['parts of two days', '2026-03-01T08:00Z', '2026-03-02T09:00Z', null, 2],
  ['days with both ends', '2026-03-01T08:00Z', '2026-03-04T09:00Z', ['2026-03-02', '2026-03-04'], 2],
  ['from within a day on', '2026-03-01T08:00Z', null, ['2026-03-02', null], 1],
  ['up to within a day', null, '2026-03-04T09:00Z', [null, '2026-03-04'], 1],
])('%s', (_what, from, until, days, edges) => {
  const cut = cutIntoDays({ from: at(from), until: at(until) });

  const cutDays = cut.days && [cut.days.from, cut.days.until].map((day) => day?.toISOString().slice(0, 10) ?? null);
  expect(cutDays).toEqual(days);
  expect(cut.edges).toHaveLength(edges);
});

test('the parts cover the period once, and the days are whole', () => {
  const moment = fc.integer({ min: 0, max: 10 * 86_400_000 });
  fc.assert(
    fc.property(moment, moment, moment, (a, b, probe) => {
      fc.pre(a !== b);
      const period = { from: new Date(Math.min(a, b)), until: new Date(Math.max(a, b)) };
      const { days, edges } = cutIntoDays(period);
      const parts = [...(days ? [days] : []), ...edges];
      const covering = parts.filter(({ from, until }) => from && until && probe >= +from && probe < +until).length;

      expect(covering).toBe(probe >= +period.from && probe < +period.until ? 1 : 0);
      if (days?.from && days.until) expect([days.from, days.until].every(isStartOfDay)).toBe(true);
    }),
  );
});
