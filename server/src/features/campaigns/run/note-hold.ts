import { roomOf } from '#features/billing';
import { holdOfSource } from '#features/emails';
import type { ProjectContext, ProjectReader, ProjectTx } from '#platform/context';
import { type Campaign, type HoldReason, holdReasons } from '../campaign.ts';
import { bulkMailOf } from './campaign-run.ts';

/** The columns of a campaign that nothing holds. */
export const notHeld = { holdReason: null, heldSince: null };

/** Notes whether anything outside of the campaign keeps its mail from leaving, and since when. Returns the campaign as it is then. */
export async function noteHold(ctx: ProjectContext, campaign: Campaign): Promise<Campaign> {
  const holdReason = await ctx.read((reader) => findHold(reader, campaign));
  if (holdReason === campaign.holdReason) return campaign;
  return ctx.transaction((tx) => setHold(tx, campaign, holdReason));
}

/** A campaign meets the cap when it makes mails due; here it is only asked whether the cap still allows nothing. */
async function findHold(reader: ProjectReader, campaign: Campaign): Promise<HoldReason | null> {
  const found = await holdOfSource(reader, bulkMailOf(campaign));
  const holdReason = holdReasons.find((reason) => reason === found) ?? null;
  if (holdReason !== null || campaign.holdReason !== 'BILLING_LIMIT') return holdReason;
  const room = await roomOf(reader, 'campaigns');
  return room?.left === 0 ? 'BILLING_LIMIT' : null;
}

/** Notes what holds a campaign under way; the time counts from the first reason. */
export async function setHold(tx: ProjectTx, campaign: Campaign, holdReason: HoldReason | null): Promise<Campaign> {
  const heldSince = holdReason === null ? null : (campaign.heldSince ?? tx.now);
  await tx.db
    .updateTable('campaigns')
    .set({ holdReason, heldSince, updatedAt: tx.now })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', campaign.id)
    .where('status', '=', 'SENDING')
    .execute();
  return { ...campaign, holdReason, heldSince };
}
