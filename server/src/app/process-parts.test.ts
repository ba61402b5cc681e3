import { expect, test } from 'vitest';
import { processCount } from './process-parts.ts';

test('auto is a process for each core, and no more than eight', () => {
  expect([1, 3, 8, 9, 128].map((cores) => processCount({ PROCESSES: 'auto' }, cores))).toEqual([1, 3, 8, 8, 8]);
});

test('a number is taken as it is', () => {
  expect(processCount({ PROCESSES: 12 }, 2)).toBe(12);
});
