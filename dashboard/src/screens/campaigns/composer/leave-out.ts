import type { CampaignFields } from '../../../api/campaigns.ts';
import type { Condition, Rule } from '../../../widgets/condition-builder/condition-tree.ts';

type Audience = Pick<CampaignFields, 'audienceType' | 'segmentId' | 'audienceCondition'>;

/** A key of the contact's data that a rule can name as a template does. */
export const isPlainKey = (variable: string): boolean => /^[\p{L}\p{N}_ -]+$/u.test(variable);

/** The same audience without those who have no value for a field. */
export function withoutLacking({ audienceType, segmentId, audienceCondition }: Audience, key: string): Audience {
  const hasValue: Rule = { field: `data.${key}`, operator: 'exists' };
  const isMember: Rule[] =
    audienceType === 'SEGMENT' && segmentId !== null
      ? [{ field: `segment.${segmentId}`, operator: 'memberOfSegment' }]
      : [];
  const earlier = audienceType === 'FILTERED' && audienceCondition !== null ? { conditions: audienceCondition } : {};
  const condition: Condition = { logic: 'AND', groups: [{ filters: [...isMember, hasValue], ...earlier }] };
  return { audienceType: 'FILTERED', segmentId: null, audienceCondition: condition };
}
