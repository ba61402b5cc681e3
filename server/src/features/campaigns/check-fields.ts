import { requireVerifiedSender } from '#features/domains';
import { checkCondition, requireSegment } from '#features/segments';
import { requireTemplate } from '#features/templates';
import type { ProjectTx } from '#platform/context';
import { Invalid } from '#platform/refusals';
import { type Campaign, type CampaignFields, hasBegun } from './campaign.ts';
import { findCampaign } from './queries.ts';

/**
 * Refuses what these fields name and the project does not have, and a sender that is not verified (D-801, D-803). References that
 * stay as they were are not looked at: the campaign that is left out may be gone (D-828).
 */
export async function checkFields(tx: ProjectTx, fields: CampaignFields, before: Campaign | null): Promise<void> {
  const { segmentId, audienceCondition, templateId, excludeCampaignId } = fields;
  if (segmentId !== null) await requireSegment(tx, segmentId);
  if (audienceCondition !== null) await checkCondition(tx, audienceCondition, 'audienceCondition');
  if (templateId !== null && templateId !== before?.templateId) await requireTemplate(tx, templateId);
  if (excludeCampaignId !== null && excludeCampaignId !== before?.excludeCampaignId) {
    const excluded = await findCampaign(tx, excludeCampaignId);
    if (!hasBegun(excluded)) throw Invalid([{ field: 'excludeCampaignId', code: 'custom', message: notBegun }]);
  }
  await requireVerifiedSender(tx, fields.fromEmail);
}

const notBegun = 'The sending of that campaign has not begun.';
