import { describe, expect, test } from 'vitest';
import { minutesApart, nextTime, readSchedule } from './index.ts';

function read(text: string) {
  const result = readSchedule(text);
  if (!result.ok) throw new Error(result.message);
  return result.schedule;
}

/** The next times after an instant, as ISO texts without seconds. */
function times(text: string, zone: string, after: string, count: number): string[] {
  const found: string[] = [];
  let last = new Date(after);
  while (found.length < count) {
    const next = nextTime(read(text), zone, last);
    if (!next) break;
    found.push(next.toISOString().slice(0, 16));
    last = next;
  }
  return found;
}

test.each([
  ['0 9 * * *', '2026-11-17T08:00Z', ['2026-11-17T09:00', '2026-11-18T09:00']],
  ['0 9 * * *', '2026-11-17T09:00Z', ['2026-11-18T09:00']],
  ['*/15 9-10 * * 1-5', '2026-11-20T10:30Z', ['2026-11-20T10:45', '2026-11-23T09:00', '2026-11-23T09:15']],
  ['5,35 0 1 1,7 *', '2026-11-17T00:00Z', ['2027-01-01T00:05', '2027-01-01T00:35', '2027-07-01T00:05']],
  ['0 0 29 2 *', '2026-01-01T00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
  ['0 0 13 * 5', '2026-11-01T00:00Z', ['2026-11-06T00:00', '2026-11-13T00:00', '2026-11-20T00:00']],
  ['0 0 * * 7', '2026-11-17T00:00Z', ['2026-11-22T00:00']],
  ['10/20 4 * * 0', '2026-11-17T00:00Z', ['2026-11-22T04:10', '2026-11-22T04:30', '2026-11-22T04:50']],
])('%s after %s', (text, after, expected) => {
  expect(times(text, 'UTC', after, expected.length)).toEqual(expected);
});

describe('changes of clocks', () => {
  test('a time in the gap comes at the next valid minute, once for all of the gap', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    expect(times('0,20,40 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 3)).toEqual([
      '2026-03-29T01:00',
      '2026-03-29T01:20',
      '2026-03-29T01:40',
    ]);
  });

  test('a time that clocks show twice comes once', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    expect(times('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30Z', 3)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T02:00',
      '2026-10-25T03:00',
    ]);
  });

  test.each([
    ['a gap of half an hour', '15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', ['2026-10-03T15:30']],
    ['a gap at midnight', '30 0 * * *', 'Africa/Cairo', '2026-04-23T12:00Z', ['2026-04-23T22:00', '2026-04-24T21:30']],
    ['an offset of quarters', '0 9 * * *', 'Asia/Kathmandu', '2026-11-17T00:00Z', ['2026-11-17T03:15']],
  ])('%s', (_name, text, zone, after, expected) => {
    expect(times(text, zone, after, expected.length)).toEqual(expected);
  });
});

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Africa/Cairo'])(
  'each next time in %s is later than the one before, around changes of clocks',
  (zone) => {
    for (const start of ['2026-02-01T00:00Z', '2026-09-20T00:00Z']) {
      const found = times('*/30 1-3 * * *', zone, start, 500);
      expect(found).toEqual([...new Set(found)].toSorted());
    }
  },
);

test.each([
  ['*/15 * * * *', 15],
  ['0 9 * * *', 1_440],
  ['0,50 * * * *', 10],
  ['0,50 9 * * *', 50],
  ['0,50 9,10 * * *', 10],
  ['5,55 0,23 * * *', 10],
  ['5,55 0,23 * * 1', 50],
  ['0,14 9 1 1 *', 14],
])('%s: its times are %i minutes apart', (text, minutes) => {
  expect(minutesApart(read(text))).toBe(minutes);
});

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 8',
  '5-1 * * * *',
  '*/0 * * * *',
  '1,,2 * * * *',
  'a * * * *',
  '-1 * * * *',
  '@daily',
  '0 0 30 2 *',
  `0 0 * * ${'1,'.repeat(5_000)}1`,
])('%j is refused', (text) => {
  expect(readSchedule(text)).toMatchObject({ ok: false, message: expect.any(String) });
});
