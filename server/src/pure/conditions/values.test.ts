import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { conditionsSeed, openScratchContacts, randomOf, randomText, type ScratchContacts } from '#testing';
import { booleanOf, momentOf, numberOf, spanOf } from './values.ts';

describe('what a text means besides text (D-310)', () => {
  test.each([
    ['42', 42],
    ['-42.50', -42.5],
    ['0', 0],
    ['-0', -0],
    ['999999999999999.999999999999999', 1e15],
    ['042', undefined],
    ['+1', undefined],
    ['1.', undefined],
    ['.5', undefined],
    ['1e3', undefined],
    ['1234567890123456', undefined],
    ['0.1234567890123456', undefined],
    [' 1', undefined],
    ['1\n', undefined],
    ['', undefined],
    ['٣', undefined],
    ['NaN', undefined],
  ])('%j as a number is %j', (text, number) => {
    expect(numberOf(text)).toBe(number);
  });

  test.each([
    ['TRUE', true],
    ['fAlse', false],
    ['yes', undefined],
    ['true ', undefined],
    ['1', undefined],
  ])('%j as a boolean is %j', (text, boolean) => {
    expect(booleanOf(text)).toBe(boolean);
  });

  test.each([
    ['2026-03-01', 'day', '2026-03-01T00:00:00.000Z'],
    ['0001-01-01', 'day', '0001-01-01T00:00:00.000Z'],
    ['2024-02-29', 'day', '2024-02-29T00:00:00.000Z'],
    ['2026-03-01T10:00:00Z', 'instant', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.1239+05:30', 'instant', '2026-03-01T04:30:00.123Z'],
    ['2026-03-01T10:00:00-23:59', 'instant', '2026-03-02T09:59:00.000Z'],
    ['9999-12-31T23:59:59-10:00', 'instant', '+010000-01-01T09:59:59.000Z'],
  ])('%j is a %s', (text, kind, at) => {
    expect(momentOf(text)).toEqual({ kind, at: Date.parse(at) });
  });

  test.each([
    '2026-02-29',
    '1900-02-29',
    '0000-01-01',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-3-1',
    '20260301',
    '2026-03-01T10:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T10:60:00Z',
    '2026-03-01T10:00:60Z',
    '2026-03-01T10:00:00',
    '2026-03-01T10:00:00.Z',
    '2026-03-01T10:00:00+24:00',
    '2026-03-01T10:00:00+02',
    '2026-03-01t10:00:00z',
    '2026-03-01 10:00:00Z',
    '2026-03-01\n',
    '-2026-03-01',
  ])('%j is neither day nor instant', (text) => {
    expect(momentOf(text)).toBeUndefined();
  });

  test('a day spans 24 hours and an instant one millisecond', () => {
    expect(spanOf({ kind: 'day', at: 0 })).toEqual({ from: 0, to: 86_400_000 });
    expect(spanOf({ kind: 'instant', at: 5 })).toEqual({ from: 5, to: 6 });
  });
});

describe('the functions of the database', () => {
  let scratch: ScratchContacts;
  beforeAll(async () => {
    scratch = await openScratchContacts(inject('templateDatabase'));
  });
  afterAll(() => scratch.close());

  test('read 40,000 unusual texts as this process does, in any time zone and style, without an error', async () => {
    const random = randomOf(conditionsSeed());
    const texts = Array.from({ length: 40_000 }, () => bend(randomText(random)));
    function bend(text: string): string {
      if (random.chance(0.4)) return text;
      const index = random.below(text.length + 1);
      const letter = random.pick(Array.from('0123456789-:T.Z+ eE\nx٣'));
      return (text.slice(0, index) + letter + text.slice(index + random.below(2))).toWellFormed();
    }

    await scratch.client.query(
      `set timezone = 'Asia/Kolkata'; set datestyle = 'SQL, DMY'; set intervalstyle = 'sql_standard'`,
    );
    const { rows } = await scratch.client.query<{ number: number | null; ms: string | null; instant: string | null }>(
      `select condition_number(t) as number, round(extract(epoch from condition_moment(t)) * 1000)::text as ms,
              round(extract(epoch from condition_instant(t)) * 1000)::text as instant
         from unnest($1::text[]) with ordinality as list (t, place) order by place`,
      [texts],
    );

    const wrong = texts.filter((text, index) => {
      const moment = momentOf(text);
      const ms = moment ? String(moment.at) : null;
      const row = rows[index];
      return (
        row?.ms !== ms ||
        row.instant !== (moment?.kind === 'instant' ? ms : null) ||
        !sameNumber(row.number, numberOf(text))
      );
    });
    expect(wrong).toEqual([]);
    expect(rows.filter(({ ms }) => ms !== null).length).toBeGreaterThan(500);
    expect(rows.filter(({ number }) => number !== null).length).toBeGreaterThan(500);
  });
});

const sameNumber = (sql: number | null, memory: number | undefined): boolean =>
  memory === undefined ? sql === null : sql !== null && sql === memory;
