import { expect, test } from 'vitest';
import { countHits } from './count-hits.ts';

const nothing = { total: 0, lastAt: new Map<string | null, Date>() };
const at = (seconds: number, linkId: string | null = null) => ({ linkId, at: new Date(seconds * 1_000) });
const secondsOf = (counted: ReturnType<typeof countHits>): number[] =>
  counted.map(({ hit }) => hit.at.getTime() / 1_000);

test('repeats within a minute of the last counted one are ignored (D-663)', () => {
  expect(secondsOf(countHits([at(0), at(59), at(60), at(61), at(119), at(120)], nothing))).toEqual([0, 60, 120]);
  expect(secondsOf(countHits([at(61), at(0), at(30)], nothing))).toEqual([0, 61]);
  expect(secondsOf(countHits([at(59), at(60)], { total: 1, lastAt: new Map([[null, new Date(0)]]) }))).toEqual([60]);
});

test('ten thousand replays are counted once (T23)', () => {
  const replays = Array.from({ length: 10_000 }, (_, n) => at(n / 1_000));

  expect(countHits(replays, nothing)).toHaveLength(1);
});

test('two links of a mail are counted separately, and the first click of each is marked (D-663)', () => {
  const counted = countHits([at(0, 'a'), at(1, 'b'), at(2, 'a'), at(61, 'a')], nothing);

  expect(counted.map(({ hit, isFirstOfLink }) => [hit.linkId, isFirstOfLink])).toEqual([
    ['a', true],
    ['b', true],
    ['a', false],
  ]);
});

test('at most a hundred are counted for a mail (D-663)', () => {
  const hours = Array.from({ length: 150 }, (_, n) => at(n * 3_600));

  expect(countHits(hours, nothing)).toHaveLength(100);
  expect(countHits(hours, { ...nothing, total: 99 })).toHaveLength(1);
  expect(countHits(hours, { ...nothing, total: 100 })).toHaveLength(0);
});
