import type { CampaignStats } from '../../../api/campaigns.ts';

export interface Balance {
  readonly accepted: number;
  readonly delivered: number;
  /** Handed over, with no news since. */
  readonly handedOver: number;
  /** Sent back, or refused after hand-over. */
  readonly bounced: number;
  readonly notSent: number;
  readonly waiting: number;
}

/**
 * Every accepted mail in one place. The server counts what was handed over and what was not; a mail that came back after
 * it had been delivered is in two of its counts, and stands under bounced here.
 */
export function balanceOf(stats: CampaignStats): Balance {
  const { sentCount, deliveredCount, bouncedCount, rejectedCount } = stats;
  const bounced = bouncedCount + rejectedCount;
  const delivered = Math.min(deliveredCount, sentCount - bounced);
  return {
    accepted: stats.totalRecipients,
    delivered,
    handedOver: sentCount - bounced - delivered,
    bounced,
    notSent: stats.suppressedCount + stats.failedCount + stats.cancelledCount,
    waiting: stats.waitingCount,
  };
}

export interface OutcomeRow {
  readonly outcome: 'delivered' | 'handed over' | 'bounced' | 'suppressed' | 'failed' | 'cancelled' | 'waiting';
  readonly reason: string | null;
  readonly count: number;
}

/** Outcomes with their reasons; together they are all accepted mails. */
export function outcomesOf(stats: CampaignStats): OutcomeRow[] {
  const balance = balanceOf(stats);
  const rows: OutcomeRow[] = [
    { outcome: 'delivered', reason: null, count: balance.delivered },
    { outcome: 'handed over', reason: null, count: balance.handedOver },
    ...reasonsOf(stats, 'bounced', stats.bouncedCount),
    ...reasonsOf(stats, 'rejected', stats.rejectedCount).map((row) => ({ ...row, outcome: 'bounced' as const })),
    ...reasonsOf(stats, 'suppressed', stats.suppressedCount),
    ...reasonsOf(stats, 'failed', stats.failedCount),
    ...reasonsOf(stats, 'cancelled', stats.cancelledCount),
    { outcome: 'waiting', reason: null, count: balance.waiting },
  ];
  return rows.filter(({ count }) => count > 0);
}

type Reasoned = 'bounced' | 'suppressed' | 'failed' | 'cancelled';

function reasonsOf(stats: CampaignStats, outcome: Reasoned | 'rejected', total: number): OutcomeRow[] {
  const word: Reasoned = outcome === 'rejected' ? 'bounced' : outcome;
  const known = stats.reasons
    .filter((entry) => entry.outcome === outcome)
    .map(({ reason, count }) => ({ outcome: word, reason, count }));
  const rest = total - known.reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...known, { outcome: word, reason: null, count: rest }] : known;
}
