import type { Updateable } from 'kysely';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { Tables } from '#platform/db';
import type { Campaign, CampaignId } from './campaign.ts';
import { campaignRows, toCampaign } from './campaign-row.ts';
import { CampaignNotFound } from './refusals.ts';

/** A campaign of this project, or null; the body may be left unread. */
export async function lookUpCampaign(
  reader: ProjectReader,
  id: CampaignId,
  options: Parameters<typeof campaignRows>[1] = {},
): Promise<Campaign | null> {
  const row = await campaignRows(reader, options).where('c.id', '=', id).executeTakeFirst();
  return row ? toCampaign(row) : null;
}

/** The same; throws CampaignNotFound if there is none. */
export async function findCampaign(
  reader: ProjectReader,
  id: CampaignId,
  options: Parameters<typeof campaignRows>[1] = {},
): Promise<Campaign> {
  const campaign = await lookUpCampaign(reader, id, options);
  if (!campaign) throw CampaignNotFound(id);
  return campaign;
}

/** The same, locked: no other transaction changes it before this one ends. Rows of a run are locked before it, never after. */
export async function lockCampaign(tx: ProjectTx, id: CampaignId): Promise<Campaign> {
  const row = await campaignRows(tx).where('c.id', '=', id).forNoKeyUpdate('c').executeTakeFirst();
  if (!row) throw CampaignNotFound(id);
  return toCampaign(row);
}

/** Writes these columns of a campaign and no others. */
export async function updateCampaign(
  tx: ProjectTx,
  id: CampaignId,
  columns: Updateable<Tables['campaigns']>,
): Promise<void> {
  await tx.db
    .updateTable('campaigns')
    .set(columns)
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .execute();
}
