import { expect, test } from 'vitest';
import { FeedHorizon } from './feed-horizon.ts';

test.each<[string, [atMs: number, writers: string[]][], number]>([
  ['nobody writes', [[10, []]], 10],
  ['nothing is known of a writer that the first look sees', [[10, ['a']]], Number.NEGATIVE_INFINITY],
  [
    'a writer that a look has not seen began after it',
    [
      [10, []],
      [20, ['a']],
    ],
    10,
  ],
  [
    'a writer that stays holds the horizon, those that come and go do not',
    [
      [10, []],
      [20, ['a', 'b']],
      [30, ['a', 'c']],
      [40, ['a', 'd']],
    ],
    10,
  ],
  [
    'writers that overlap without end move it from look to look',
    [
      [10, ['a']],
      [20, ['b']],
      [30, ['c']],
    ],
    20,
  ],
  [
    'it is free again when the writer has ended',
    [
      [10, []],
      [20, ['a']],
      [30, []],
    ],
    30,
  ],
  [
    'a look that is answered after a newer one forgets no writer',
    [
      [5, []],
      [20, ['a']],
      [10, []],
      [30, ['a']],
    ],
    5,
  ],
  [
    'it does not go back with a clock that was set back',
    [
      [30, []],
      [20, []],
    ],
    30,
  ],
])('%s', (_what, looks, safeMs) => {
  const horizon = new FeedHorizon();
  for (const [atMs, writers] of looks) horizon.note({ atMs, writers });

  expect(horizon.safeMs).toBe(safeMs);
});
