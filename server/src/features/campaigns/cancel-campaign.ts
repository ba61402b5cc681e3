import { stopMail } from '#features/emails';
import type { ProjectCall } from '#platform/identity';
import { actorOf } from './actor.ts';
import type { Campaign, CampaignId } from './campaign.ts';
import { logCampaign } from './log-campaign.ts';
import { findCampaign, lockCampaign, updateCampaign } from './queries.ts';
import { CampaignNotCancellable } from './refusals.ts';
import { hurryRun } from './run/campaign-runs.ts';
import { notHeld } from './run/note-hold.ts';
import { notPaused } from './run/pause.ts';

/** From the commit on none of its mail passes the gate; its run closes what is waiting (D-817). */
export const cancelCampaign = (call: ProjectCall, id: CampaignId): Promise<Campaign> =>
  call.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (campaign.status !== 'SCHEDULED' && campaign.status !== 'SENDING') throw CampaignNotCancellable(campaign);
    const by = await actorOf(tx, call.caller);
    await updateCampaign(tx, id, {
      status: 'CANCELLED',
      cancelReason: 'USER',
      cancelledBy: JSON.stringify(by),
      completedAt: tx.now,
      updatedAt: tx.now,
      ...notPaused,
      ...notHeld,
    });
    await stopMail(tx, { sourceId: id, reason: 'CAMPAIGN_CANCELLED' });
    await hurryRun(tx, id);
    await logCampaign(tx, 'cancelled', campaign, { cancelReason: 'USER' });
    return findCampaign(tx, id);
  });
