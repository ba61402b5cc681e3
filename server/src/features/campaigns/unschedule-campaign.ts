import type { ProjectContext } from '#platform/context';
import type { Campaign, CampaignId } from './campaign.ts';
import { findCampaign, lockCampaign, updateCampaign } from './queries.ts';
import { CampaignNotScheduled } from './refusals.ts';
import { hurryRun } from './run/campaign-runs.ts';

/** SCHEDULED becomes DRAFT again (D-819). Its run finds that, and ends. */
export const unscheduleCampaign = (ctx: ProjectContext, id: CampaignId): Promise<Campaign> =>
  ctx.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (campaign.status !== 'SCHEDULED') throw CampaignNotScheduled(campaign);
    await updateCampaign(tx, id, { status: 'DRAFT', scheduledFor: null, sentBy: null, updatedAt: tx.now });
    await hurryRun(tx, id);
    return findCampaign(tx, id);
  });
