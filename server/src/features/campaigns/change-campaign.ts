import { isDeepStrictEqual } from 'node:util';
import { checkTexts } from '#features/templates';
import type { ProjectContext } from '#platform/context';
import { type Campaign, type CampaignFields, type CampaignId, isEditable } from './campaign.ts';
import { columnsOf } from './campaign-row.ts';
import { checkFields } from './check-fields.ts';
import { findCampaign, lockCampaign, updateCampaign } from './queries.ts';
import { CampaignNotEditable } from './refusals.ts';

/** What a request changes: texts that have been checked before, and the fields that result from those that were there. */
export interface CampaignChange {
  /** The texts of the request; undefined for those that stay. */
  readonly texts: { readonly subject?: string | undefined; readonly body?: string | undefined };
  apply(before: Campaign): CampaignFields;
}

/**
 * Changes a campaign whose sending has not begun (D-812, D-813). The row is locked first, so a change that meets the start of a
 * schedule is either before it and sent, or refused.
 */
export async function changeCampaign(ctx: ProjectContext, id: CampaignId, change: CampaignChange): Promise<Campaign> {
  const bodyInlined = await checkTexts(ctx, change.texts);
  return ctx.transaction(async (tx) => {
    const before = await lockCampaign(tx, id);
    if (!isEditable(before)) throw CampaignNotEditable(before);
    const fields = change.apply(before);
    await checkFields(tx, fields, before);
    const inlined = fields.body === before.body ? before.bodyInlined : bodyInlined;
    const [old, columns] = [columnsOf(before), columnsOf({ ...fields, bodyInlined: inlined })];
    if (isDeepStrictEqual(old, columns)) return before;
    await updateCampaign(tx, id, { ...columns, updatedAt: tx.now });
    return findCampaign(tx, id);
  });
}
