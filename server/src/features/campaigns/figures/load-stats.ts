import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import { type Campaign, type CampaignCounts, waitingOf } from '../campaign.ts';

export interface WaitingMails {
  readonly notDue: number;
  readonly due: number;
  readonly retrying: number;
  readonly held: number;
  readonly nextAttemptAt: Date | null;
}

export interface ProviderCounts
  extends Pick<CampaignCounts, 'sent' | 'delivered' | 'bounced' | 'complained' | 'opened' | 'clicked'> {
  readonly provider: string;
}

export interface CampaignStats {
  readonly counts: CampaignCounts;
  readonly waitingCount: number;
  readonly waiting: WaitingMails;
  readonly reasons: readonly { readonly outcome: string; readonly reason: string; readonly count: number }[];
  readonly providers: readonly ProviderCounts[];
  readonly links: readonly { readonly url: string; readonly clicks: number; readonly uniqueClicks: number }[];
}

/** Figures that were kept with the writes; only mail that is due is counted here, and of that there is a limited number (D-832). */
export async function loadStats(reader: ProjectReader, campaign: Campaign): Promise<CampaignStats> {
  const { counts } = campaign;
  const waitingCount = waitingOf(counts);
  const under = await loadUnderWay(reader, campaign);
  return {
    counts,
    waitingCount,
    waiting: { notDue: Math.max(0, waitingCount - under.due - under.retrying - under.held), ...under },
    reasons: await loadReasons(reader, campaign),
    providers: await loadProviders(reader, campaign),
    links: await loadLinks(reader, campaign),
  };
}

async function loadUnderWay({ db, projectId }: ProjectReader, { id }: Campaign): Promise<Omit<WaitingMails, 'notDue'>> {
  const { rows } = await sql<Omit<WaitingMails, 'notDue'>>`
    select count(*) filter (where d.hold_reason is null and d.attempt = 0)::int as due,
           count(*) filter (where d.hold_reason is null and d.attempt > 0)::int as retrying,
           count(*) filter (where d.hold_reason is not null)::int as held,
           min(d.due_at) filter (where d.hold_reason is null and d.due_at > now()) as next_attempt_at
      from deliveries d where d.project_id = ${projectId} and d.campaign_id = ${id}`.execute(db);
  return rows[0] ?? { due: 0, retrying: 0, held: 0, nextAttemptAt: null };
}

async function loadReasons({ db, projectId }: ProjectReader, { id }: Campaign): Promise<CampaignStats['reasons']> {
  const rows = await db
    .selectFrom('campaignReasons')
    .select(['outcome', 'reason', 'count'])
    .where('projectId', '=', projectId)
    .where('campaignId', '=', id)
    .where('count', '>', '0')
    .orderBy('count', 'desc')
    .orderBy('outcome')
    .orderBy('reason')
    .execute();
  const all = rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  const named = all.filter(({ reason }) => reason !== 'other').slice(0, limits.campaignReasonsListed);
  const rest = Map.groupBy(
    all.filter((row) => !named.includes(row)),
    ({ outcome }) => outcome,
  );
  const others = Array.from(rest, ([outcome, own]) => ({
    outcome,
    reason: 'other',
    count: own.reduce((sum, { count }) => sum + count, 0),
  }));
  return [...named, ...others];
}

async function loadProviders({ db, projectId }: ProjectReader, { id }: Campaign): Promise<ProviderCounts[]> {
  const { rows } = await sql<ProviderCounts>`
    select provider, sum(sent)::float8 as sent, sum(delivered)::float8 as delivered, sum(bounced)::float8 as bounced,
           sum(complained)::float8 as complained, sum(opened)::float8 as opened, sum(clicked)::float8 as clicked
      from campaign_counts where project_id = ${projectId} and campaign_id = ${id}
     group by provider having sum(sent) > 0 order by sum(sent) desc, provider`.execute(db);
  return rows;
}

async function loadLinks({ db, projectId }: ProjectReader, { id }: Campaign): Promise<CampaignStats['links']> {
  const rows = await db
    .selectFrom('campaignLinks')
    .select(['url', 'clicks', 'uniqueClicks'])
    .where('projectId', '=', projectId)
    .where('campaignId', '=', id)
    .orderBy('uniqueClicks', 'desc')
    .orderBy('place')
    .limit(limits.campaignLinks)
    .execute();
  return rows.map(({ url, clicks, uniqueClicks }) => ({
    url,
    clicks: Number(clicks),
    uniqueClicks: Number(uniqueClicks),
  }));
}
