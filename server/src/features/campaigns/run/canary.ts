import type { Campaign, CampaignCounts, Canary } from '../campaign.ts';

/** All values of the hash that chooses the part. */
const hashes = 2 ** 32;
const [minRecipients, minPart, minBounces, minComplaints] = [100, 50, 5, 2];

/** The share of the hashes whose contacts go first; null: there are too few recipients for a part (D-827). */
export function canaryShareOf(canary: Canary | null, recipients: number): number | null {
  if (!canary || recipients < minRecipients) return null;
  return Math.round(hashes * Math.min(1, Math.max(canary.percent / 100, minPart / recipients)));
}

export interface CanaryAlarm {
  readonly metric: 'bounceRate' | 'complaintRate';
  /** Per cent. */
  readonly value: number;
  readonly threshold: number;
}

/** Why the campaign must pause, or null: enough addresses that do not exist, or complaints, and a rate above its maximum. */
export function canaryAlarm({
  canary,
  counts,
  canarySince,
}: Pick<Campaign, 'canary' | 'counts' | 'canarySince'>): CanaryAlarm | null {
  if (!canary) return null;
  const since = (name: keyof CampaignCounts): number => counts[name] - (canarySince?.[name] ?? 0);
  const [sent, dead, complained] = [since('sent'), since('dead'), since('complained')];
  const rates = [
    { metric: 'bounceRate', count: dead, min: minBounces, threshold: canary.maxBounceRate },
    { metric: 'complaintRate', count: complained, min: minComplaints, threshold: canary.maxComplaintRate },
  ] as const;
  for (const { metric, count, min, threshold } of rates) {
    const value = (100 * count) / Math.max(1, sent);
    if (count >= min && value > threshold) return { metric, value: Math.round(value * 100) / 100, threshold };
  }
  return null;
}
