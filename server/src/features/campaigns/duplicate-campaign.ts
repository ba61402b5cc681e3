import { copyName } from '#features/templates';
import type { ProjectContext } from '#platform/context';
import { limits } from '#pure/limits';
import { type Campaign, type CampaignId, hasBegun } from './campaign.ts';
import { insertCampaign } from './create-campaign.ts';
import { findCampaign } from './queries.ts';
import { NothingReached } from './refusals.ts';

/** A draft with the same content, audience and sender; with `excludeReached` for those that the original has not reached (D-815). */
export function duplicateCampaign(
  ctx: ProjectContext,
  id: CampaignId,
  { excludeReached }: { excludeReached: boolean },
): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    const original = await findCampaign(tx, id);
    if (excludeReached && !hasBegun(original)) throw NothingReached(original);
    return insertCampaign(tx, {
      ...original,
      name: copyName(original.name, limits.campaignNameCharacters),
      excludeCampaignId: excludeReached ? id : null,
    });
  });
}
