import { expect, it } from 'vitest';
import { audienceOf, sourcesOf } from './audience-of.ts';

const day = (date: string, bySource: Record<string, number>) => ({
  date,
  created: Object.values(bySource).reduce((sum, count) => sum + count, 0),
  deleted: 0,
  subscribed: 0,
  unsubscribed: 0,
  bySource,
});

it('leaves a gap where a day was not counted, and keeps zeros', () => {
  const { days, found } = audienceOf({ from: '2026-06-29', days: 3 }, [
    day('2026-07-01', {}),
    day('2026-06-30', { api: 1 }),
  ]);

  expect(days).toEqual(['2026-06-29', '2026-06-30', '2026-07-01']);
  expect(found.map((one) => one?.created ?? null)).toEqual([null, 1, 0]);
});

it('adds up the sources of all days, the most first, and shows an unknown one by its name', () => {
  const sources = sourcesOf([day('2026-06-29', { api: 2, import: 5 }), day('2026-06-30', { api: 4, carrier: 1 })]);

  expect(sources).toEqual([
    { name: 'API and dashboard', count: 6 },
    { name: 'CSV import', count: 5 },
    { name: 'carrier', count: 1 },
  ]);
});
