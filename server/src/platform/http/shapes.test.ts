import { expect, test } from 'vitest';
import { relativeCost } from '#testing/processor-time';
import { text, trimmedText } from './shapes.ts';

test('lengths count characters, not UTF-16 units', () => {
  const shape = trimmedText(2, 3);

  expect(['🐎', '🐎🐎', ' 🐎🐎🐎 ', '🐎🐎🐎🐎'].map((text) => shape.safeParse(text).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('the first broken rule counts, and a text of the wrong length is not shown to any', () => {
  const seen: string[] = [];
  const note = (mark: string, message: string) => ({
    holds: (given: string) => seen.push(given) > 0 && !given.includes(mark),
    message,
  });
  const shape = text(1, 3, note('a', 'No a.'), note('b', 'No b.'));

  const messages = ['', 'abab', 'ab', 'b', 'c'].map((given) =>
    shape.safeParse(given).error?.issues.map(({ message }) => message),
  );

  expect(messages.slice(2)).toEqual([['No a.'], ['No b.'], undefined]);
  expect(messages.slice(0, 2).map((list) => list?.length)).toEqual([1, 1]);
  expect(seen).toEqual(['ab', 'b', 'b', 'c', 'c']);
});

test('a text of twenty megabytes is refused without splitting it into characters', () => {
  const text = 'x'.repeat(20_000_000);

  expect(trimmedText(1, 100).safeParse(text).success).toBe(false);
  const cost = relativeCost(
    () => trimmedText(1, 100).safeParse(text),
    () => Array.from(text),
  );

  expect(cost).toBeLessThan(0.5);
});
