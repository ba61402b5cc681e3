import { expect, test } from 'vitest';
import { PeriodQuery, readPeriod } from './period.ts';

const now = new Date('2026-11-17T10:00:00.000Z');
const read = (query: Record<string, string>) => {
  const { from, to, tz } = readPeriod(PeriodQuery.parse(query), { timezone: 'Europe/Berlin', now });
  return [from.toISOString(), to.toISOString(), tz];
};

test.each<[Record<string, string>, string, string, string?]>([
  [{}, '2026-10-18T10:00:00.000Z', '2026-11-17T10:00:00.000Z'],
  [{ from: '2026-11-01' }, '2026-10-31T23:00:00.000Z', '2026-11-17T10:00:00.000Z'],
  [
    { from: '2026-11-01', tz: 'America/New_York' },
    '2026-11-01T04:00:00.000Z',
    '2026-11-17T10:00:00.000Z',
    'America/New_York',
  ],
  [{ to: '2026-11-01', tz: 'UTC' }, '2026-10-02T00:00:00.000Z', '2026-11-01T00:00:00.000Z', 'UTC'],
  [{ endDate: '2026-11-01', tz: 'UTC' }, '2026-10-03T00:00:00.000Z', '2026-11-02T00:00:00.000Z', 'UTC'],
  [{ startDate: '2026-10-25', endDate: '2026-10-25' }, '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  [{ endDate: '2026-11-01T09:30:00Z' }, '2026-10-02T09:30:00.000Z', '2026-11-01T09:30:00.000Z'],
  [
    { from: '2026-11-01T00:00:00 02:00', startDate: '2026-01-01' },
    '2026-10-31T22:00:00.000Z',
    '2026-11-17T10:00:00.000Z',
  ],
  [{ from: '2026-03-01', to: '2027-03-02' }, '2026-02-28T23:00:00.000Z', '2027-03-01T23:00:00.000Z'],
  [{ from: '2026-03-28', to: '2027-03-29' }, '2026-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
])('%j is a period (D-1001)', (query, from, to, tz = 'Europe/Berlin') => {
  expect(read(query)).toEqual([from, to, tz]);
});

test.each<[Record<string, string>, string]>([
  [{ from: '2026-11-02', to: '2026-11-01' }, 'from'],
  [{ startDate: '2026-11-18' }, 'startDate'],
  [{ from: '2025-11-15' }, 'from'],
  [{ from: '2026-03-01', to: '2027-03-03' }, 'from'],
  [{ to: '0001-01-01' }, 'to'],
  [{ from: '0099-06-01T00:00:00Z', to: '1999-01-01T00:00:00Z' }, 'from'],
])('%j is refused (D-1001)', (query, parameter) => {
  expect(() => read(query)).toThrow(`The value of ${parameter} is not understood.`);
});

test.each([
  { from: 'yesterday' },
  { to: '2026-02-30' },
  { startDate: '2026-03-01T09:30:00' },
  { endDate: '1'.repeat(15_000) },
  { tz: 'Mars/Olympus' },
  { tz: '+02:00' },
  { mode: 'both' },
])('%j is not readable (D-1001, D-1002)', (query) => {
  expect(PeriodQuery.safeParse(query).success).toBe(false);
});
