import type { z } from 'zod';
import { checkCondition, loadAudience, SegmentNotFound } from '#features/segments';
import { findTemplate } from '#features/templates';
import type { ProjectReader } from '#platform/context';
import { Invalid } from '#platform/refusals';
import { type Campaign, type CampaignFields, hasBegun } from '../campaign.ts';
import { findCampaign } from '../queries.ts';
import { type CampaignPatchBody, patched } from '../shapes.ts';

export type CampaignOverrides = z.output<typeof CampaignPatchBody>;

/**
 * The campaign with changes that are not saved (D-823). They must name what there is; whether texts parse and the sender is
 * verified is for the preflight to say. What was stored before is not checked again: the campaign that is left out may be gone.
 */
export async function applyOverrides(
  reader: ProjectReader,
  before: Campaign,
  overrides: CampaignOverrides,
): Promise<CampaignFields> {
  const fields = withOverrides(before, overrides);
  const { segmentId, audienceCondition, templateId, excludeCampaignId } = fields;
  if (segmentId !== null && segmentId !== before.segmentId) {
    if (!(await loadAudience(reader)).segments.has(segmentId)) throw SegmentNotFound(segmentId);
  }
  if (overrides.audienceCondition !== undefined && audienceCondition !== null) {
    await checkCondition(reader, audienceCondition, 'audienceCondition');
  }
  if (templateId !== null && templateId !== before.templateId) await findTemplate(reader, templateId);
  if (excludeCampaignId !== null && excludeCampaignId !== before.excludeCampaignId) {
    const excluded = await findCampaign(reader, excludeCampaignId);
    if (!hasBegun(excluded)) throw Invalid([notBegun]);
  }
  return fields;
}

const notBegun = {
  field: 'excludeCampaignId',
  code: 'custom',
  message: 'The sending of that campaign has not begun.',
} as const;

/** Why apart from the rest: a stored audience may lack its segment, which a patch would refuse. */
function withOverrides(before: Campaign, overrides: CampaignOverrides): CampaignFields {
  const { audienceType, segmentId, audienceCondition } = before;
  const given = [overrides.audienceType, overrides.segmentId, overrides.audienceCondition];
  if (given.some((value) => value !== undefined)) return patched(before, overrides);
  const toAll = { ...before, audienceType: 'ALL', segmentId: null, audienceCondition: null } as const;
  return { ...patched(toAll, overrides), audienceType, segmentId, audienceCondition };
}
