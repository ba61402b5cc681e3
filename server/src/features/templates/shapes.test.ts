import { expect, test } from 'vitest';
import { relativeCost } from '#testing/processor-time';
import { Subject } from './shapes.ts';

test('a subject of twenty megabytes is refused without splitting it into characters', () => {
  const text = 'x'.repeat(20_000_000);

  expect(Subject.safeParse(text).success).toBe(false);
  const cost = relativeCost(
    () => Subject.safeParse(text),
    () => Array.from(text),
  );

  expect(cost).toBeLessThan(0.5);
});
