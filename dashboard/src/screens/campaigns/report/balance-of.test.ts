import { expect, test } from 'vitest';
import type { CampaignStats } from '../../../api/campaigns.ts';
import { balanceOf, outcomesOf } from './balance-of.ts';

const stats: CampaignStats = {
  totalRecipients: 1_204,
  sentCount: 1_190,
  deliveredCount: 1_131,
  openedCount: 547,
  clickedCount: 164,
  bouncedCount: 16,
  complainedCount: 1,
  unsubscribedCount: 9,
  rejectedCount: 2,
  waitingCount: 8,
  suppressedCount: 5,
  failedCount: 1,
  cancelledCount: 0,
  waiting: { notDue: 0, due: 0, retrying: 8, held: 0, nextAttemptAt: null },
  deliveryRate: 95.04,
  openRate: 45.97,
  clickRate: 13.78,
  bounceRate: 1.34,
  complaintRate: 0.08,
  unsubscribeRate: 0.76,
  machineOpens: 0,
  machineClicks: 0,
  reasons: [
    { outcome: 'bounced', reason: '5.1.1', count: 12 },
    { outcome: 'suppressed', reason: 'UNSUBSCRIBED', count: 5 },
  ],
  providers: [],
  links: [],
};

test('the parts are all accepted mails', () => {
  expect(balanceOf(stats)).toEqual({
    accepted: 1_204,
    delivered: 1_131,
    handedOver: 41,
    bounced: 18,
    notSent: 6,
    waiting: 8,
  });
});

test('a mail that came back after it was delivered is counted once', () => {
  const all = { ...stats, totalRecipients: 10, sentCount: 10, deliveredCount: 10, bouncedCount: 1, rejectedCount: 0 };
  const { delivered, handedOver, bounced } = balanceOf({ ...all, waitingCount: 0, suppressedCount: 0, failedCount: 0 });
  expect({ delivered, handedOver, bounced }).toEqual({ delivered: 9, handedOver: 0, bounced: 1 });
});

test('outcomes with and without a reason add up to the accepted mails', () => {
  const rows = outcomesOf(stats);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1_204);
  expect(rows).toContainEqual({ outcome: 'bounced', reason: '5.1.1', count: 12 });
  expect(rows).toContainEqual({ outcome: 'bounced', reason: null, count: 4 });
});
