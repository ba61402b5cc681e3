import type { ProjectContext } from '#platform/context';
import type { CampaignId } from './campaign.ts';
import { lockCampaign } from './queries.ts';
import { CampaignActive } from './refusals.ts';

/** Removes a campaign that is not being sent (D-814). Email records stay. */
export async function deleteCampaign(ctx: ProjectContext, id: CampaignId): Promise<void> {
  await ctx.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (campaign.status === 'SENDING') throw CampaignActive(campaign);
    await tx.db.deleteFrom('campaigns').where('projectId', '=', tx.projectId).where('id', '=', id).execute();
  });
}
