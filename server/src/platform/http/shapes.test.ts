import { expect, test } from 'vitest';
import { trimmedText } from './shapes.ts';

test('lengths count characters, not units', () => {
  const shape = trimmedText(2, 3);

  expect(['🐎', '🐎🐎', ' 🐎🐎🐎 ', '🐎🐎🐎🐎'].map((text) => shape.safeParse(text).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a text of twenty megabytes is refused without taking it apart', () => {
  const text = 'x'.repeat(20_000_000);
  const before = performance.now();

  expect(trimmedText(1, 100).safeParse(text).success).toBe(false);

  expect(performance.now() - before).toBeLessThan(150); // a list of its characters takes half a second
});
