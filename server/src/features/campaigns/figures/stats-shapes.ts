import { z } from 'zod';
import { Instant, instantOrNull } from '#platform/http';
import type { CampaignStats } from './load-stats.ts';

const count = z.int();

export const CampaignStatsReply = z
  .object({
    totalRecipients: count,
    sentCount: count,
    deliveredCount: count,
    openedCount: count,
    clickedCount: count,
    bouncedCount: count,
    complainedCount: count,
    unsubscribedCount: count,
    rejectedCount: count,
    waitingCount: count,
    suppressedCount: count,
    failedCount: count,
    cancelledCount: count,
    waiting: z.object({
      notDue: count,
      due: count,
      retrying: count,
      held: count,
      nextAttemptAt: Instant.nullable(),
    }),
    deliveryRate: z.number(),
    openRate: z.number(),
    clickRate: z.number(),
    bounceRate: z.number(),
    complaintRate: z.number(),
    unsubscribeRate: z.number(),
    machineOpens: count,
    machineClicks: count,
    reasons: z.array(z.object({ outcome: z.string(), reason: z.string(), count })),
    providers: z.array(
      z.object({
        provider: z.string(),
        sent: count,
        delivered: count,
        bounced: count,
        complained: count,
        opened: count,
        clicked: count,
      }),
    ),
    links: z.array(z.object({ url: z.string(), clicks: count, uniqueClicks: count })),
  })
  .meta({ id: 'CampaignStats' });

export function toStatsReply(stats: CampaignStats): z.output<typeof CampaignStatsReply> {
  const { counts, waiting } = stats;
  const rate = (of: number): number => (counts.sent === 0 ? 0 : Math.round((10_000 * of) / counts.sent) / 100);
  return {
    totalRecipients: counts.recipients,
    sentCount: counts.sent,
    deliveredCount: counts.delivered,
    openedCount: counts.opened,
    clickedCount: counts.clicked,
    bouncedCount: counts.bounced,
    complainedCount: counts.complained,
    unsubscribedCount: counts.unsubscribed,
    rejectedCount: counts.rejected,
    waitingCount: stats.waitingCount,
    suppressedCount: counts.suppressed,
    failedCount: counts.failed,
    cancelledCount: counts.cancelled,
    waiting: { ...waiting, nextAttemptAt: instantOrNull(waiting.nextAttemptAt) },
    deliveryRate: rate(counts.delivered),
    openRate: rate(counts.opened),
    clickRate: rate(counts.clicked),
    bounceRate: rate(counts.bounced),
    complaintRate: rate(counts.complained),
    unsubscribeRate: rate(counts.unsubscribed),
    machineOpens: counts.machineOpens,
    machineClicks: counts.machineClicks,
    reasons: [...stats.reasons],
    providers: [...stats.providers],
    links: [...stats.links],
  };
}
