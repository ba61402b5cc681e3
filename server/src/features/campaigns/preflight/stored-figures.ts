import { sql } from 'kysely';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { CampaignId } from '../campaign.ts';
import type { AudienceFigures } from './audience-figures.ts';

/** What the last count of a campaign's audience found. */
export interface StoredFigures {
  /** Null when counting took too long. */
  readonly figures: AudienceFigures | null;
  /** The size of the audience at the count before. */
  readonly audienceBefore: number | null;
}

/** Figures for the same question that are still fresh; null if there are none. */
export async function findFigures(
  { db, projectId, now }: ProjectReader,
  campaignId: CampaignId,
  question: Buffer,
): Promise<StoredFigures | null> {
  const row = await db
    .selectFrom('campaignPreflights')
    .select(['figures', 'audienceBefore'])
    .where('projectId', '=', projectId)
    .where('campaignId', '=', campaignId)
    .where('question', '=', question)
    .where('reusableUntil', '>', now)
    .executeTakeFirst();
  return row ? toStored(row) : null;
}

interface CountedFigures {
  readonly question: Buffer;
  readonly figures: AudienceFigures | null;
  readonly reusableSeconds: number;
}

/** Remembers what was counted, in place of the count before; nothing for a campaign that is gone. */
export async function storeFigures(
  tx: ProjectTx,
  campaignId: CampaignId,
  { question, figures, reusableSeconds }: CountedFigures,
): Promise<StoredFigures> {
  const reusableUntil = new Date(tx.now.getTime() + 1_000 * reusableSeconds);
  const { rows } = await sql<{ figures: unknown; audienceBefore: string | null }>`
    insert into campaign_preflights as p (project_id, campaign_id, question, figures, reusable_until, audience)
    select c.project_id, c.id, ${question}, ${figures && JSON.stringify(figures)}::jsonb, ${reusableUntil}, ${figures?.audience ?? null}
      from campaigns c where c.project_id = ${tx.projectId} and c.id = ${campaignId} for key share
    on conflict (project_id, campaign_id) do update
      set question = excluded.question, figures = excluded.figures, reusable_until = excluded.reusable_until,
          audience = coalesce(excluded.audience, p.audience), audience_before = p.audience
    returning p.figures, p.audience_before as "audienceBefore"`.execute(tx.db);
  return rows[0] ? toStored(rows[0]) : { figures, audienceBefore: null };
}

const toStored = ({ figures, audienceBefore }: { figures: unknown; audienceBefore: string | null }): StoredFigures => ({
  figures: figures as AudienceFigures | null, // only `storeFigures` writes them
  audienceBefore: audienceBefore === null ? null : Number(audienceBefore),
});
