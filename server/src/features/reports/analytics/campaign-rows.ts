import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { rateOf } from './report-scope.ts';

/** A campaign with what became of its mails. */
export interface CampaignFigures {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly status: 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'CANCELLED';
  readonly sentAt: Date | null;
  readonly totalRecipients: number;
  readonly sentCount: number;
  readonly deliveredCount: number;
  readonly openedCount: number;
  readonly clickedCount: number;
  readonly bouncedCount: number;
  readonly complainedCount: number;
  readonly unsubscribedCount: number;
  readonly openRate: number;
  readonly clickRate: number;
  readonly bounceRate: number;
}

type CampaignSums = Omit<CampaignFigures, 'openRate' | 'clickRate' | 'bounceRate'>;

/** Campaigns of the project with the sums of their counts, newest first; `matches` is about a row `c` of campaigns. */
export async function loadCampaigns(
  { db, projectId }: ProjectReader,
  { matches, limit }: { matches: RawBuilder<boolean>; limit: number },
): Promise<CampaignFigures[]> {
  const { rows } = await sql<CampaignSums>`
    select c.id, c.name, c.subject, c.status, c.sent_at, n.*
      from (select id, name, subject, status, sent_at, created_at from campaigns c
             where c.project_id = ${projectId} and ${matches} order by c.created_at desc, c.id desc limit ${limit}) c
     cross join lateral (
       select coalesce(sum(recipients), 0)::float8 as total_recipients, coalesce(sum(sent), 0)::float8 as sent_count,
              coalesce(sum(delivered), 0)::float8 as delivered_count, coalesce(sum(opened), 0)::float8 as opened_count,
              coalesce(sum(clicked), 0)::float8 as clicked_count, coalesce(sum(bounced), 0)::float8 as bounced_count,
              coalesce(sum(complained), 0)::float8 as complained_count, coalesce(sum(unsubscribed), 0)::float8 as unsubscribed_count
         from campaign_counts n where n.project_id = ${projectId} and n.campaign_id = c.id) n
     order by c.created_at desc, c.id desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    openRate: rateOf(row.openedCount, row.sentCount),
    clickRate: rateOf(row.clickedCount, row.sentCount),
    bounceRate: rateOf(row.bouncedCount, row.sentCount),
  }));
}
