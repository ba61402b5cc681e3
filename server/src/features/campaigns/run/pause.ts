import { sql } from 'kysely';
import { stopMail } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import { type CampaignId, type PauseReason, pauseReasons } from '../campaign.ts';

export interface Pause {
  readonly reason: PauseReason;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** The columns of a campaign that is not paused. */
export const notPaused = { pausedAt: null, pausedReason: null, pauseDetail: null };

/**
 * Pauses a campaign under way; from the commit on none of its mail passes the gate. True if it was not paused, or for a weaker
 * reason: then the reason is replaced, and the moment stays.
 */
export async function pause(tx: ProjectTx, id: CampaignId, { reason, detail }: Pause): Promise<boolean> {
  const weaker = pauseReasons.slice(0, pauseReasons.indexOf(reason));
  const { numAffectedRows = 0n } = await sql`
    update campaigns
       set paused_at = coalesce(paused_at, ${tx.now}), paused_reason = ${reason}, pause_detail = ${detail && JSON.stringify(detail)}::jsonb,
           updated_at = ${tx.now}
     where project_id = ${tx.projectId} and id = ${id} and status = 'SENDING'
       and (paused_reason is null or paused_reason = any(${weaker}::text[]))`.execute(tx.db);
  if (numAffectedRows === 0n) return false;
  await stopMail(tx, { sourceId: id, reason: 'CAMPAIGN_PAUSED' });
  return true;
}
