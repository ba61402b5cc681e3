import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  conditionFrom,
  conditionsSeed,
  contactWith,
  openScratchContacts,
  randomOf,
  randomText,
  type ScratchContacts,
} from '#testing';
import { lowerCase } from './lower-case.ts';
import { compile } from './sql/compile.ts';

const options = { now: new Date(0), deletedKeys: new Set<string>(), segment: () => ({ kind: 'missing' }) as const };

/** Every character that changes in lower case, and what it becomes. */
const changing: string[] = [];
for (let code = 1; code <= 0x10ffff; code += 1) {
  const letter = String.fromCodePoint(code);
  if (lowerCase(letter) !== letter) changing.push(letter, lowerCase(letter));
}
const letters = [...new Set(changing)];

describe('lower case', () => {
  let scratch: ScratchContacts;
  beforeAll(async () => {
    scratch = await openScratchContacts(inject('templateDatabase'));
  });
  afterAll(() => scratch.close());

  test('of a text is that of its characters, one after the other', () => {
    const random = randomOf(conditionsSeed());
    for (let round = 0; round < 5_000; round += 1) {
      const text = randomText(random) + random.pick(letters) + random.pick(letters);
      expect(lowerCase(text)).toBe(Array.from(text, lowerCase).join(''));
    }
    expect(letters.length).toBeGreaterThan(2_500);
  });

  test('is the same in the database for every character of Unicode (D-313)', async () => {
    const texts = Array.from({ length: Math.ceil(letters.length / 30) }, (_, index) =>
      letters.slice(index * 30, (index + 1) * 30).join(' '),
    );
    await scratch.fill(texts.map((text, index) => contactWith({ data: { x: text } }, index)));
    const trees = letters.map((letter) => conditionFrom({ field: 'data.x', operator: 'contains', value: letter }));
    const expected = letters.map(
      (letter) => texts.filter((text) => lowerCase(text).includes(lowerCase(letter))).length,
    );

    const found: number[] = [];
    for (let start = 0; start < trees.length; start += 100) {
      const pieces = trees.slice(start, start + 100).map((tree) => compile(tree, options));
      found.push(...(await scratch.matches(pieces)).map((ids) => ids.size));
    }

    expect(letters.filter((_, index) => found[index] !== expected[index])).toEqual([]);
  });

  test('in the database changes only A to Z with collation "C"', async () => {
    const { rows } = await scratch.client.query<{ changed: string }>(
      `select string_agg(chr(code), '' order by code) as changed from generate_series(1, 1114111) code
        where code not between 55296 and 57343 and lower(chr(code) collate "C") <> chr(code)`,
    );
    expect(rows).toEqual([{ changed: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' }]);
  });
});
