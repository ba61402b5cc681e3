import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import { limits } from '#pure/limits';
import type { GivenReport } from '../period.ts';
import { type CampaignFigures, loadCampaigns } from './campaign-rows.ts';
import { loadScope } from './report-scope.ts';

export const metrics = ['openRate', 'clickRate', 'openedCount', 'clickedCount', 'sentCount'] as const;

interface TopQuery extends GivenReport {
  readonly metric: (typeof metrics)[number] | undefined;
  readonly limit: number;
}

/** A rate of a handful of mails says nothing, as long as there are others. */
const enoughForRates = 100;

/** Campaigns that began in the period, highest first (09, 3.2). */
export function topCampaigns(ctx: ProjectContext, query: TopQuery): Promise<CampaignFigures[]> {
  const { metric = 'openRate', limit } = query;
  return ctx.read(async (reader) => {
    const { from, until } = await loadScope(reader, query);
    const matches = sql<boolean>`c.sent_at >= ${from}::timestamptz and c.sent_at < ${until}::timestamptz`;
    const sent = (await loadCampaigns(reader, { matches, limit: limits.campaignsCompared })).filter(
      ({ sentCount }) => sentCount >= 1,
    );
    const enough = sent.filter(({ sentCount }) => sentCount >= enoughForRates);
    const isRate = metric === 'openRate' || metric === 'clickRate';
    const compared = isRate && enough.length >= limit ? enough : sent;
    const ageOf = ({ sentAt }: CampaignFigures): number => -(sentAt?.getTime() ?? 0);
    return compared.toSorted((a, b) => b[metric] - a[metric] || ageOf(a) - ageOf(b)).slice(0, limit);
  });
}

export interface CampaignReport {
  readonly byStatus: Readonly<Record<CampaignFigures['status'], number>>;
  readonly averageOpenRate: number;
  readonly averageClickRate: number;
  /** Newest first. */
  readonly campaigns: readonly CampaignFigures[];
  readonly total: number;
}

/** Campaigns that were created or began in the period (D-1021). */
export function campaignReport(ctx: ProjectContext, query: GivenReport): Promise<CampaignReport> {
  return ctx.read(async (reader) => {
    const { from, until } = await loadScope(reader, query);
    const matches = sql<boolean>`((c.created_at >= ${from}::timestamptz and c.created_at < ${until}::timestamptz)
      or (c.sent_at >= ${from}::timestamptz and c.sent_at < ${until}::timestamptz))`;
    const campaigns = await loadCampaigns(reader, { matches, limit: limits.campaignsCompared });
    const sent = campaigns.filter(({ sentCount }) => sentCount >= 1);
    const byStatus = { DRAFT: 0, SCHEDULED: 0, SENDING: 0, SENT: 0, CANCELLED: 0 };
    for (const { status } of campaigns) byStatus[status] += 1;
    return {
      byStatus,
      averageOpenRate: average(sent.map(({ openRate }) => openRate)),
      averageClickRate: average(sent.map(({ clickRate }) => clickRate)),
      campaigns: campaigns.slice(0, limits.campaignsReported),
      total: campaigns.length,
    };
  });
}

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
