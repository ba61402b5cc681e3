import { sql } from 'kysely';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { Id } from '#platform/ids';
import { limits } from '#pure/limits';
import type { CampaignId } from '../campaign.ts';
import { type AudienceQuestion, digestOf, questionJson, storedQuestion } from './audience-question.ts';

/** The audience that a project has counted in the background: one at a time (D-834). */
export interface BackgroundRun {
  readonly id: string;
  readonly campaignId: CampaignId;
  readonly question: AudienceQuestion;
  /** As the caller computed it. Why not again: stored JSON has an order of keys of its own. */
  readonly digest: Buffer;
}

/** After this time without an end a run is taken as lost: twice as long as it may take. */
const lostAfterSeconds = 2 * limits.preflightBackgroundSeconds;

/** Begins a run in place of the one that there may be. False for a campaign that is gone. */
export async function beginRun(tx: ProjectTx, campaignId: CampaignId, question: AudienceQuestion): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into campaign_preflight_runs (project_id, id, campaign_id, question, asked, requested_at)
    select c.project_id, ${tx.newId<'preflight-run'>()}, c.id, ${digestOf(question)}, ${questionJson(question)}::jsonb, ${tx.now}
      from campaigns c where c.project_id = ${tx.projectId} and c.id = ${campaignId} for key share
    on conflict (project_id) do update
      set id = excluded.id, campaign_id = excluded.campaign_id, question = excluded.question, asked = excluded.asked,
          requested_at = excluded.requested_at`.execute(tx.db);
  return numAffectedRows > 0n;
}

/** Whether this question is being counted for this campaign. */
export async function isUnderWay(reader: ProjectReader, campaignId: CampaignId, question: Buffer): Promise<boolean> {
  const row = await reader.db
    .selectFrom('campaignPreflightRuns')
    .select('id')
    .where('projectId', '=', reader.projectId)
    .where('campaignId', '=', campaignId)
    .where('question', '=', question)
    .where('requestedAt', '>', new Date(reader.now.getTime() - 1_000 * lostAfterSeconds))
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRun({ db, projectId }: ProjectReader): Promise<BackgroundRun | null> {
  const row = await db
    .selectFrom('campaignPreflightRuns')
    .select(['id', 'campaignId', 'asked', 'question'])
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  if (!row) return null;
  const campaignId = row.campaignId as Id<'campaign'>; // refers to a campaign
  return { id: row.id, campaignId, question: storedQuestion(row.asked), digest: row.question };
}

/** Ends a run; false when a newer one has taken its place. */
export async function endRun({ db, projectId }: ProjectTx, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('campaignPreflightRuns')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
