import type { ProjectReader, ProjectTx } from '#platform/context';
import type { Campaign, CampaignId } from './campaign.ts';
import { campaignRows, toCampaign } from './campaign-row.ts';
import { CampaignNotFound } from './refusals.ts';

/** A campaign of this project; throws CampaignNotFound if there is none. */
export async function findCampaign(reader: ProjectReader, id: CampaignId): Promise<Campaign> {
  const row = await campaignRows(reader).where('c.id', '=', id).executeTakeFirst();
  if (!row) throw CampaignNotFound(id);
  return toCampaign(row);
}

/** The same, locked: no other transaction changes it before this one ends. */
export async function lockCampaign(tx: ProjectTx, id: CampaignId): Promise<Campaign> {
  const row = await campaignRows(tx).where('c.id', '=', id).forUpdate('c').executeTakeFirst();
  if (!row) throw CampaignNotFound(id);
  return toCampaign(row);
}
