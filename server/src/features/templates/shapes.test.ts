import { expect, test } from 'vitest';
import { Subject } from './shapes.ts';

test('a subject of twenty megabytes is refused without splitting it into characters', () => {
  const text = 'x'.repeat(20_000_000);
  const before = process.threadCpuUsage();

  expect(Subject.safeParse(text).success).toBe(false);

  expect(process.threadCpuUsage(before).user).toBeLessThan(150_000); // microseconds; a list of its characters takes 265,000
});
