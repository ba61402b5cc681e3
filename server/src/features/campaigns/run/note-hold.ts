import { holdOfSource } from '#features/emails';
import type { ProjectContext } from '#platform/context';
import { type Campaign, holdReasons } from '../campaign.ts';
import { bulkMailOf } from './campaign-run.ts';

/** The columns of a campaign that nothing holds. */
export const notHeld = { holdReason: null, heldSince: null };

/** Notes whether anything outside of the campaign keeps its mail from leaving, and since when. Returns the campaign as it is then. */
export async function noteHold(ctx: ProjectContext, campaign: Campaign): Promise<Campaign> {
  const found = await ctx.read((reader) => holdOfSource(reader, bulkMailOf(campaign)));
  const holdReason = holdReasons.find((reason) => reason === found) ?? null;
  if (holdReason === campaign.holdReason) return campaign;
  return ctx.transaction(async (tx) => {
    const heldSince = holdReason === null ? null : (campaign.heldSince ?? tx.now);
    await tx.db
      .updateTable('campaigns')
      .set({ holdReason, heldSince, updatedAt: tx.now })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', campaign.id)
      .where('status', '=', 'SENDING')
      .execute();
    return { ...campaign, holdReason, heldSince };
  });
}
