import { describe, expect, test } from 'vitest';
import { isQuarter, quarterAfter, quarterOf } from './quarter.ts';
import { splitByZone } from './split-by-zone.ts';

const at = (text: string): Date => new Date(text);
const split = (from: string, until: string, zone: string, interval: 'day' | 'hour') =>
  splitByZone({ from: at(from), until: at(until) }, zone, interval);

test('a quarter begins at its own beginning, before 1970 as well', () => {
  expect(quarterOf(at('2026-06-01T10:14:59.999Z'))).toEqual(at('2026-06-01T10:00:00Z'));
  expect(quarterAfter(at('2026-06-01T10:00:00.001Z'))).toEqual(at('2026-06-01T10:15:00Z'));
  expect(quarterAfter(at('2026-06-01T10:15:00Z'))).toEqual(at('2026-06-01T10:15:00Z'));
  expect(quarterOf(at('1969-12-31T23:59:00Z'))).toEqual(at('1969-12-31T23:45:00Z'));
  expect([isQuarter(at('2026-06-01T10:15:00Z')), isQuarter(at('2026-06-01T10:15:01Z'))]).toEqual([true, false]);
});

describe('days', () => {
  test('begin at the midnights of the zone; the first and the last may be parts', () => {
    expect(split('2026-06-01T17:00:00Z', '2026-06-03T00:00:00Z', 'Asia/Kathmandu', 'day')).toEqual([
      { label: '2026-06-01', from: at('2026-06-01T17:00:00Z') },
      { label: '2026-06-02', from: at('2026-06-01T18:15:00Z') },
      { label: '2026-06-03', from: at('2026-06-02T18:15:00Z') },
    ]);
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/Sao_Paulo', '2018-11-04', 23], // clocks change at midnight: the day begins at one
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['UTC', '2026-06-01', 24],
  ])('of %s: %s has %d hours', (zone, day, hours) => {
    const around = split(
      new Date(Date.parse(day) - 86_400_000).toISOString(),
      new Date(Date.parse(day) + 3 * 86_400_000).toISOString(),
      zone,
      'day',
    );
    const index = around.findIndex(({ label }) => label === day);
    const [own, next] = [around[index], around[index + 1]];
    expect(((next?.from.getTime() ?? 0) - (own?.from.getTime() ?? 0)) / 3_600_000).toBe(hours);
  });

  test('a day that a zone has left out is not there', () => {
    const labels = split('2011-12-29T00:00:00Z', '2012-01-01T00:00:00Z', 'Pacific/Apia', 'day').map(
      ({ label }) => label,
    );
    expect(labels).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01']);
  });
});

describe('hours', () => {
  test('begin where the clocks of the zone show a full hour', () => {
    expect(
      split('2026-06-01T18:30:00Z', '2026-06-01T20:00:00Z', 'Asia/Kolkata', 'hour').map(({ label }) => label),
    ).toEqual(['2026-06-01T18:30:00.000Z', '2026-06-01T19:30:00.000Z']);
  });

  test('of a change of the clocks are instants that differ, and cover the period without a gap', () => {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu']) {
      for (const from of [
        '2026-03-28T00:00:00Z',
        '2026-04-04T00:00:00Z',
        '2026-10-03T00:00:00Z',
        '2026-10-24T00:00:00Z',
      ]) {
        const hours = splitByZone({ from: at(from), until: new Date(Date.parse(from) + 3 * 86_400_000) }, zone, 'hour');
        const labels = hours.map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
        expect(hours.every(({ from: begin }) => isQuarter(begin))).toBe(true);
        expect(hours.length).toBeGreaterThanOrEqual(71);
        expect(hours.length).toBeLessThanOrEqual(74);
      }
    }
  });
});
