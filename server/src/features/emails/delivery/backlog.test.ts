import { expect, test } from 'vitest';
import { makeBacklog } from './backlog.ts';

test('mails of a project at its rate are spread over the time they need, at most ten minutes', () => {
  const backlog = makeBacklog();
  const waits = Array.from({ length: 5 }, () => backlog.next('project:a', 0.5, 10));

  expect(waits.map((wait) => Math.round(wait * 10) / 10)).toEqual([0.6, 0.7, 0.8, 0.9, 1]);
  expect(backlog.next('project:b', 0.5, 10)).toBeLessThan(0.7);
  let last = 0;
  for (let count = 0; count < 10_000; count += 1) last = backlog.next('project:a', 0.5, 10);
  expect(last).toBeLessThan(601);
});
