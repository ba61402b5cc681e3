import { endStop, extendExpiry } from '#features/emails';
import { endSourceSuspension } from '#features/reputation';
import type { ProjectTx } from '#platform/context';
import type { ProjectCall } from '#platform/identity';
import { type Campaign, type CampaignId, countNames } from './campaign.ts';
import { findCampaign, lockCampaign, updateCampaign } from './queries.ts';
import { CampaignNotPausable, CampaignNotPaused } from './refusals.ts';
import { hurryRun } from './run/campaign-runs.ts';
import { notPaused, pause } from './run/pause.ts';

/** Nothing becomes due, and mail that is due waits at the gate (D-818). */
export const pauseCampaign = (call: ProjectCall, id: CampaignId): Promise<Campaign> =>
  call.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (campaign.status !== 'SENDING' || campaign.pausedAt !== null) throw CampaignNotPausable(campaign);
    await pause(tx, id, { reason: 'USER', detail: null });
    return findCampaign(tx, id);
  });

/** Lifts whatever pause there is; what has not left is sent (D-818). A pause by reputation is lifted by those who lead the team. */
export const resumeCampaign = (call: ProjectCall, id: CampaignId): Promise<Campaign> =>
  call.transaction(async (tx) => {
    const { pausedAt } = await findCampaign(tx, id);
    // Why first: deliveries are locked before campaigns, as by a result that pauses its campaign.
    if (pausedAt) await extendExpiry(tx, id, (tx.now.getTime() - pausedAt.getTime()) / 1_000);
    const campaign = await lockCampaign(tx, id);
    if (campaign.status !== 'SENDING' || campaign.pausedAt === null) throw CampaignNotPaused(campaign);
    if (campaign.pausedReason === 'REPUTATION')
      await endSourceSuspension(tx, call.caller, { scope: 'campaign', targetId: id });
    await liftPause(tx, campaign);
    return findCampaign(tx, id);
  });

async function liftPause(tx: ProjectTx, { id, counts, canary }: Campaign): Promise<void> {
  const since = Object.fromEntries(countNames.map((name) => [name, counts[name]]));
  await updateCampaign(tx, id, {
    ...notPaused,
    updatedAt: tx.now,
    ...(canary ? { canarySince: JSON.stringify(since) } : {}),
  });
  await endStop(tx, { sourceId: id, reason: 'CAMPAIGN_PAUSED' });
  await hurryRun(tx, id);
}
