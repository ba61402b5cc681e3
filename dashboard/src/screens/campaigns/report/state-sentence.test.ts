import { expect, test } from 'vitest';
import type { Campaign } from '../../../api/campaigns.ts';
import { stateSentence } from './state-sentence.ts';

const now = Date.parse('2026-11-12T13:32:00.000Z');
const dayMs = 86_400_000;

/** Of a campaign that starts so much later. */
const sentenceFor = (aheadMs: number): string => {
  const scheduledFor = new Date(now + aheadMs).toISOString();
  const campaign = { status: 'SCHEDULED', scheduledFor } as Campaign; // the rest is not read in this state
  return stateSentence(campaign, undefined, now, 'UTC');
};

test('a start within a day also says how far ahead it is; beyond that the date says it', () => {
  expect(sentenceFor(5 * 60_000)).toBe('Starts Thursday 12 November 2026, 13:37:00 UTC, in 5\u00a0min.');
  expect(sentenceFor(dayMs - 1000)).toBe('Starts Friday 13 November 2026, 13:31:59 UTC, in 23\u00a0h.');
  expect(sentenceFor(dayMs)).toBe('Starts Friday 13 November 2026, 13:32:00 UTC.');
});
