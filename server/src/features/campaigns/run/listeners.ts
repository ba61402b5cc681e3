import { sql } from 'kysely';
import type { ClosedEmail } from '#features/emails';
import type { PausedSource } from '#features/reputation';
import type { ProjectTx } from '#platform/context';
import type { CampaignId } from '../campaign.ts';
import { countClosed } from '../figures/count-mails.ts';
import { pause } from './pause.ts';

/** Mails that cannot be rendered, before their campaign is paused, and the least share of all that were prepared (D-837). */
const [minFailures, minShare] = [3, 0.01];

/** Counts mails that are closed, and pauses a campaign whose text cannot be rendered. */
export async function followClosed(tx: ProjectTx, closed: readonly ClosedEmail[]): Promise<void> {
  await countClosed(tx, closed);
  const failed = new Map(
    closed.flatMap((mail) => (mail.campaignId !== null && mail.failure ? [[mail.campaignId, mail] as const] : [])),
  );
  for (const [campaignId, { emailId, failure }] of failed) {
    if (!(await failsOften(tx, campaignId))) continue;
    await pause(tx, campaignId as CampaignId, { reason: 'RENDER_FAILED', detail: { emailId, ...failure } }); // the mail's own
  }
}

async function failsOften({ db, projectId }: ProjectTx, campaignId: string): Promise<boolean> {
  const { rows } = await sql<{ failures: number; prepared: number }>`
    select coalesce((select sum(r.count) from campaign_reasons r
                      where r.project_id = ${projectId} and r.campaign_id = ${campaignId} and r.outcome = 'failed'
                        and r.reason = 'RENDER_FAILED'), 0)::float8 as failures,
           coalesce((select sum(n.sent + n.failed) from campaign_counts n
                      where n.project_id = ${projectId} and n.campaign_id = ${campaignId}), 0)::float8 as prepared`.execute(
    db,
  );
  const { failures = 0, prepared = 0 } = rows[0] ?? {};
  return failures >= minFailures && failures > minShare * prepared;
}

/** A campaign that harms the project's reputation holds its own mail. */
export async function pauseForReputation(tx: ProjectTx, sources: readonly PausedSource[]): Promise<void> {
  for (const { scope, targetId, cause, value, threshold } of sources) {
    if (scope !== 'campaign') continue;
    const detail = { metric: cause.startsWith('BOUNCE') ? 'bounceRate' : 'complaintRate', value, threshold };
    await pause(tx, targetId as CampaignId, { reason: 'REPUTATION', detail }); // its scope says what it is
  }
}
