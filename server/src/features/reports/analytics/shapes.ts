import { z } from 'zod';
import { Instant, instant, instantOrNull } from '#platform/http';
import type { ActivityStats } from './activity-stats.ts';
import type { CampaignReport } from './campaign-reports.ts';
import type { CampaignFigures } from './campaign-rows.ts';
import type { Deliverability } from './deliverability.ts';

const incompleteBefore = Instant.optional().meta({
  description: 'Mails that were accepted before this moment are not counted yet.',
});

export const ActivityStatsReply = z.object({
  totalEvents: z.int(),
  totalEmailsSent: z.int(),
  totalEmailsDelivered: z.int(),
  totalEmailsOpened: z.int(),
  totalEmailsClicked: z.int(),
  totalEmailsBounced: z.int(),
  totalEmailsComplained: z.int(),
  totalUnsubscribes: z.int(),
  totalWorkflowsStarted: z.int(),
  openRate: z.number(),
  clickRate: z.number(),
  balance: z.object({
    accepted: z.int(),
    delivered: z.int(),
    handedOver: z.int(),
    bounced: z.int(),
    notSent: z.int(),
    waiting: z.int(),
  }),
  oldestDueSeconds: z.int(),
  from: Instant,
  to: Instant,
  incompleteBefore,
});

export const toActivityStatsReply = (stats: ActivityStats): z.output<typeof ActivityStatsReply> => ({
  totalEvents: stats.totalEvents,
  totalEmailsSent: stats.totals.sent,
  totalEmailsDelivered: stats.totals.delivered,
  totalEmailsOpened: stats.totals.opened,
  totalEmailsClicked: stats.totals.clicked,
  totalEmailsBounced: stats.totals.bounced,
  totalEmailsComplained: stats.totals.complained,
  totalUnsubscribes: stats.totals.unsubscribed,
  totalWorkflowsStarted: stats.totalWorkflowsStarted,
  openRate: stats.openRate,
  clickRate: stats.clickRate,
  balance: stats.balance,
  oldestDueSeconds: stats.oldestDueSeconds,
  from: instant(stats.from),
  to: instant(stats.until),
  ...(stats.incompleteBefore ? { incompleteBefore: instant(stats.incompleteBefore) } : {}),
});

export const TimeseriesEntry = z.object({
  date: z.string(),
  accepted: z.int(),
  emails: z.int(),
  delivered: z.int(),
  opens: z.int(),
  clicks: z.int(),
  bounces: z.int(),
  complaints: z.int(),
  unsubscribes: z.int(),
});

export const TopCampaign = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  sentAt: Instant.nullable(),
  sentCount: z.int(),
  openedCount: z.int(),
  clickedCount: z.int(),
  openRate: z.number(),
  clickRate: z.number(),
});

export const toTopCampaign = (campaign: CampaignFigures): z.output<typeof TopCampaign> => ({
  id: campaign.id,
  name: campaign.name,
  subject: campaign.subject,
  sentAt: instantOrNull(campaign.sentAt),
  sentCount: campaign.sentCount,
  openedCount: campaign.openedCount,
  clickedCount: campaign.clickedCount,
  openRate: campaign.openRate,
  clickRate: campaign.clickRate,
});

const statuses = z.object({
  DRAFT: z.int(),
  SCHEDULED: z.int(),
  SENDING: z.int(),
  SENT: z.int(),
  CANCELLED: z.int(),
});

const ReportedCampaign = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.string(),
  sentAt: Instant.nullable(),
  totalRecipients: z.int(),
  sentCount: z.int(),
  deliveredCount: z.int(),
  openedCount: z.int(),
  clickedCount: z.int(),
  bouncedCount: z.int(),
  complainedCount: z.int(),
  unsubscribedCount: z.int(),
  openRate: z.number(),
  clickRate: z.number(),
  bounceRate: z.number(),
});

export const CampaignReportReply = z.object({
  total: z.int(),
  active: z.int(),
  completed: z.int(),
  averageOpenRate: z.number(),
  averageClickRate: z.number(),
  byStatus: statuses,
  campaigns: z.array(ReportedCampaign),
});

export function toCampaignReportReply(report: CampaignReport): z.output<typeof CampaignReportReply> {
  const { byStatus, averageOpenRate, averageClickRate, campaigns, total } = report;
  return {
    total,
    active: byStatus.SCHEDULED + byStatus.SENDING,
    completed: byStatus.SENT + byStatus.CANCELLED,
    averageOpenRate,
    averageClickRate,
    byStatus,
    campaigns: campaigns.map(({ subject: _subject, sentAt, ...campaign }) => ({
      ...campaign,
      sentAt: instantOrNull(sentAt),
    })),
  };
}

export const TopEventReply = z.object({ name: z.string(), count: z.int(), trend: z.number().nullable() });

const deliveryFigures = {
  sent: z.int(),
  delivered: z.int(),
  bounced: z.int(),
  complained: z.int(),
  opened: z.int(),
  clicked: z.int(),
};

export const DeliverabilityReply = z.object({
  providers: z.array(z.object({ provider: z.string(), ...deliveryFigures })),
  senderDomains: z.array(z.object({ domain: z.string(), ...deliveryFigures })),
  reasons: z.array(
    z.object({
      reason: z.string().meta({ description: 'The enhanced status code, or `other`.' }),
      class: z.string(),
      count: z.int(),
    }),
  ),
  incompleteBefore: Instant.optional().meta({ description: 'What happened before this moment is not counted.' }),
});

export const toDeliverabilityReply = ({
  providers,
  senderDomains,
  reasons,
  incompleteBefore,
}: Deliverability): z.output<typeof DeliverabilityReply> => ({
  providers: [...providers],
  senderDomains: [...senderDomains],
  reasons: [...reasons],
  ...(incompleteBefore ? { incompleteBefore: instant(incompleteBefore) } : {}),
});

export const MailSourceReply = z.object({
  kind: z.enum(['campaign', 'workflow', 'template']),
  id: z.uuid(),
  name: z.string().nullable(),
  accepted: z.int(),
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  clicked: z.int(),
});

export const AudienceDayReply = z.object({
  date: z.string(),
  created: z.int(),
  deleted: z.int(),
  subscribed: z.int(),
  unsubscribed: z.int(),
  bySource: z.record(z.string(), z.int()),
});
