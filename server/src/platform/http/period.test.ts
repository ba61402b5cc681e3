import { expect, test } from 'vitest';
import { z } from 'zod';
import { periodOf, periodQuery } from './period.ts';

const shape = z.object(periodQuery);
const read = (query: Record<string, string>) => periodOf(shape.parse(query));

test.each([
  [{}, null, null],
  [{ startDate: '2026-03-01' }, '2026-03-01T00:00:00.000Z', null],
  [{ endDate: '2026-03-01' }, null, '2026-03-02T00:00:00.000Z'],
  [{ endDate: '2026-03-01T09:30:00Z' }, null, '2026-03-01T09:30:00.001Z'],
  [{ startDate: '2026-03-01T09:30:00.123+02:00' }, '2026-03-01T07:30:00.123Z', null],
  [{ startDate: '2026-03-01T09:30:00 02:00' }, '2026-03-01T07:30:00.000Z', null],
  [{ startDate: '0001-01-01' }, '0001-01-01T00:00:00.000Z', null],
  [{ endDate: '9999-12-31' }, null, '9999-12-31T23:59:59.999Z'],
  [{ startDate: '2026-03-01', endDate: '2026-03-01' }, '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
])('%j', (query, from, until) => {
  const period = read(query as Record<string, string>);

  expect([period.from?.toISOString() ?? null, period.until?.toISOString() ?? null]).toEqual([from, until]);
});

test.each([
  'yesterday',
  '2026-02-30',
  '2026-03-01T09:30:00',
  '2026-03',
  '1772357400000',
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '275760-09-13',
  '+275760-09-13T00:00:00Z',
  ' '.repeat(15_000),
  `2026-03-01T09:30:00.${'1'.repeat(15_000)}Z`,
])('%s is no date', (text) => {
  expect(shape.safeParse({ startDate: text }).success).toBe(false);
});

test('a start after the end is refused (D-119)', () => {
  expect(() => read({ startDate: '2026-03-02', endDate: '2026-03-01' })).toThrow();
});
