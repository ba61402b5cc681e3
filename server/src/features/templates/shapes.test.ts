import { expect, test } from 'vitest';
import { Subject } from './shapes.ts';

test('a subject of twenty megabytes is refused without taking it apart', () => {
  const text = 'x'.repeat(20_000_000);
  const before = performance.now();

  expect(Subject.safeParse(text).success).toBe(false);

  expect(performance.now() - before).toBeLessThan(150); // a list of its characters takes half a second
});
