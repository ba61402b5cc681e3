import type { ProjectContext, ProjectTx } from '#platform/context';
import { type CampaignId, hasBegun } from './campaign.ts';
import { lockCampaign } from './queries.ts';
import { CampaignActive } from './refusals.ts';

/** Removes a campaign that is not being sent, nor closed after it was cancelled (D-814). Email records and their text stay. */
export async function deleteCampaign(ctx: ProjectContext, id: CampaignId): Promise<void> {
  await ctx.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    const isActive = campaign.status === 'SENDING' || (hasBegun(campaign) && (await hasRun(tx, id)));
    if (isActive) throw CampaignActive(campaign);
    await tx.db.deleteFrom('campaigns').where('projectId', '=', tx.projectId).where('id', '=', id).execute();
    for (const table of ['campaignCounts', 'campaignReasons', 'campaignLinks'] as const) {
      await tx.db.deleteFrom(table).where('projectId', '=', tx.projectId).where('campaignId', '=', id).execute();
    }
  });
}

async function hasRun({ db, projectId }: ProjectTx, id: CampaignId): Promise<boolean> {
  const runs = db.selectFrom('campaignRuns').select('id').where('projectId', '=', projectId).where('id', '=', id);
  return (await runs.executeTakeFirst()) !== undefined;
}
