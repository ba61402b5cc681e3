import { expect, test } from 'vitest';
import type { SeriesPoint } from '../../api/home.ts';
import { trendsOf } from './trends.ts';

const day = (index: number, figures: Partial<SeriesPoint> = {}): SeriesPoint => ({
  date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  accepted: 0,
  emails: 0,
  delivered: 0,
  opens: 0,
  clicks: 0,
  bounces: 0,
  complaints: 0,
  unsubscribes: 0,
  ...figures,
});
const series = (figures: (index: number) => Partial<SeriesPoint>) =>
  Array.from({ length: 28 }, (_, index) => day(index, figures(index)));
const byName = (points: SeriesPoint[]) => new Map(trendsOf(points).all.map((trend) => [trend.name, trend]));

test('fourteen days, and the fourteen before', () => {
  const { dates, all } = trendsOf(series((index) => ({ accepted: index < 14 ? 10 : 11 })));
  expect(dates).toHaveLength(14);
  expect(dates[0]).toBe('2026-11-15');
  expect(all[0]).toMatchObject({
    figure: '154',
    of: 'mails',
    comparison: '10\u00a0% more than before; today is not over',
  });
  expect(all[0]?.before).toEqual(Array(14).fill(10));
});

test('a rate has its base, and a day without a base is a gap', () => {
  const trends = byName(series((index) => (index === 20 ? { accepted: 4, delivered: 3, clicks: 1 } : {})));
  expect(trends.get('Delivered')).toMatchObject({ figure: '75.0\u00a0%', of: 'of 4 accepted' });
  expect(trends.get('Delivered')?.now.filter((value) => value !== null)).toEqual([75]);
  expect(trends.get('Clicked')).toMatchObject({ of: 'of 3 delivered' });
});

test('a mail that is delivered the day after does not make more than all', () => {
  const trends = byName(series((index) => (index === 20 ? { accepted: 1, delivered: 2 } : {})));
  expect(trends.get('Delivered')?.now).toContain(100);
  expect(trends.get('Delivered')?.figure).toBe('100\u00a0%');
});

test('nothing yet is said, not computed', () => {
  const trends = byName(series(() => ({})));
  expect(trends.get('Accepted')?.comparison).toBe('None in the 14 days before; today is not over');
  expect(trends.get('Delivered')).toMatchObject({ figure: 'None yet', comparison: 'No base for a share yet' });
});

test('points up, down and unchanged; fewer days than twenty-eight leave the days before out', () => {
  const rates = (before: number, now: number) =>
    byName(series((index) => ({ accepted: 100, delivered: index < 14 ? before : now }))).get('Delivered')?.comparison;
  expect([rates(90, 91), rates(91, 90.5), rates(90, 90)]).toEqual(['1 point up', '0.5 points down', 'As before']);
  expect(trendsOf(series(() => ({})).slice(-14)).all[0]?.before).toEqual([]);
});
