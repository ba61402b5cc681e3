import { expect, test } from 'vitest';
import { type CampaignCounts, countNames } from '../campaign.ts';
import { canaryAlarm, canaryShareOf } from './canary.ts';

const canary = { percent: 5, observeMinutes: 30, maxBounceRate: 5, maxComplaintRate: 0.1 };
const countsOf = (counts: Partial<CampaignCounts>): CampaignCounts => ({
  ...(Object.fromEntries(countNames.map((name) => [name, 0])) as CampaignCounts), // one for each name
  ...counts,
});

test.each([
  ['no canary', null, 10_000, null],
  ['fewer than 100 recipients', canary, 99, null],
  ['a small audience: at least 50', canary, 100, 0.5],
  ['fewer than 1,000', canary, 999, 50 / 999],
  ['a large audience: the share that was asked for', canary, 1_000_000, 0.05],
  ['half of it', { ...canary, percent: 50 }, 100, 0.5],
])('the part that goes first: %s (D-827)', (_name, given, recipients, share) => {
  const found = canaryShareOf(given, recipients);
  expect(found === null ? null : found / 2 ** 32).toEqual(share === null ? null : expect.closeTo(share, 6));
});

test.each([
  ['nothing happened', { sent: 1_000 }, null],
  ['four dead addresses are too few', { sent: 10, dead: 4 }, null],
  ['five, and more than 5 %', { sent: 99, dead: 5 }, 'bounceRate'],
  ['five, and exactly 5 %', { sent: 100, dead: 5 }, null],
  ['one complaint is too few', { sent: 10, complained: 1 }, null],
  ['two, and more than 0.1 %', { sent: 1_999, complained: 2 }, 'complaintRate'],
  ['two of many', { sent: 2_000, complained: 2 }, null],
  ['all addresses were refused at hand-over', { sent: 0, dead: 5 }, 'bounceRate'],
])('an alarm: %s (D-827)', (_name, counts, metric) => {
  expect(canaryAlarm({ canary, counts: countsOf(counts), canarySince: null })?.metric ?? null).toBe(metric);
  expect(canaryAlarm({ canary: null, counts: countsOf(counts), canarySince: null })).toBeNull();
});

test('after it was resumed, it counts from zero again (D-827)', () => {
  const canarySince = countsOf({ sent: 100, dead: 20 });
  const at = (counts: Partial<CampaignCounts>) => canaryAlarm({ canary, counts: countsOf(counts), canarySince });
  expect(at({ sent: 150, dead: 24 })).toBeNull();
  expect(at({ sent: 190, dead: 25 })).toEqual({ metric: 'bounceRate', value: 5.56, threshold: 5 });
});
