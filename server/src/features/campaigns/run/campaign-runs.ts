import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { defineSpool } from '#platform/spool';
import type { CampaignId } from '../campaign.ts';
import { workRun } from './work-run.ts';

/** Campaigns that are scheduled, under way, or being closed: one due row each. */
export const campaignRuns = defineSpool({
  name: 'campaigns.runs',
  table: 'campaign_runs',
  lanes: ['run'],
  leaseSeconds: 30,
  slots: 4,
  share: 1,
  handle: workRun,
  // A campaign that fails five times is tried again every ten minutes: its mails stay as they are.
  async onPoison(ctx, claim) {
    ctx.log.error({ campaignId: claim.id }, 'a campaign cannot be worked on');
    return { afterSeconds: 600 };
  },
});

/** A run that is due at this moment; one that is there is made due again, and a worker that holds it has lost it. */
export async function putRun(tx: ProjectTx, id: CampaignId, dueAt: Date): Promise<void> {
  await sql`
    insert into campaign_runs (project_id, id, due_at) values (${tx.projectId}, ${id}, greatest(${dueAt}, now()))
    on conflict (project_id, id) do update set due_at = excluded.due_at, lease_until = null, fence = null, claims = 0`.execute(
    tx.db,
  );
  tx.afterCommit(() => campaignRuns.wake());
}

/**
 * Has a run looked at soon, after its campaign was changed. Why one that is locked is left alone: it is being worked on, and looks at
 * the campaign again within seconds; a change of a campaign never waits for its run.
 */
export async function hurryRun(tx: ProjectTx, id: CampaignId): Promise<void> {
  await sql`
    update campaign_runs set due_at = now()
     where (project_id, id) in (
       select project_id, id from campaign_runs
        where project_id = ${tx.projectId} and id = ${id} and lease_until is null for update skip locked)`.execute(
    tx.db,
  );
  tx.afterCommit(() => campaignRuns.wake());
}
