import { freezeText } from '#features/emails';
import { loadAudience } from '#features/segments';
import type { ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import type { Campaign, CampaignId } from '../campaign.ts';
import { logCampaign } from '../log-campaign.ts';
import { updateCampaign } from '../queries.ts';
import { frozenAudience } from './frozen-audience.ts';

/**
 * DRAFT or SCHEDULED becomes SENDING: text and audience are frozen, in one transaction with the run (D-824). The campaign is locked by
 * the caller.
 */
export async function startSending(tx: ProjectTx, campaign: Campaign): Promise<void> {
  const { id } = campaign;
  const audience = await loadAudience(tx);
  const text = await freezeText(tx, { ...campaign, body: campaign.bodyInlined ?? campaign.body });
  await updateCampaign(tx, id, {
    status: 'SENDING',
    sentAt: tx.now,
    frozenAudience: frozenAudience(audience, campaign),
    isTest: text.isTest,
    updatedAt: tx.now,
  });
  await insertLinks(tx, id, text.links);
  await logCampaign(tx, 'sent', campaign);
}

async function insertLinks(tx: ProjectTx, campaignId: CampaignId, urls: readonly string[]): Promise<void> {
  const links = urls.slice(0, limits.campaignLinks);
  if (links.length === 0) return;
  await tx.db
    .insertInto('campaignLinks')
    .values(links.map((url, place) => ({ projectId: tx.projectId, campaignId, place, url })))
    .execute();
}
