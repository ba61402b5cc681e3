import { logActivity } from '#platform/activity-log';
import type { ProjectTx } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import type { Campaign } from './campaign.ts';

type LoggedCampaign = Pick<Campaign, 'id' | 'name' | 'subject' | 'audienceType' | 'segmentName'>;

/** Writes what becomes of a campaign to the log of activity, with its names as they are now: it may be deleted later (D-1016). */
export const logCampaign = (
  tx: ProjectTx,
  what: 'sent' | 'scheduled' | 'cancelled',
  { id, name, subject, audienceType, segmentName }: LoggedCampaign,
  more: JsonObject = {},
): Promise<void> => {
  const data = { campaignId: id, campaignName: name, subject, audienceType, segmentName, ...more };
  return logActivity(tx, [{ name: `campaign.${what}`, data }]);
};
