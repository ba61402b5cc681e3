import { type Condition, storedCondition } from '#pure/conditions';
import type { CampaignAudience } from './campaign.ts';

/** The audience as a condition; null: all contacts. */
export function audienceTree({ segmentId, audienceCondition }: CampaignAudience): Condition | null {
  if (segmentId === null) return audienceCondition;
  const filter = { field: `segment.${segmentId}`, operator: 'memberOfSegment' };
  return storedCondition({ logic: 'AND', groups: [{ filters: [filter] }] });
}
