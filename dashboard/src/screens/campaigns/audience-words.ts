import type { Campaign } from '../../api/campaigns.ts';

/** Whom a campaign goes to, in a few words. */
export function audienceWords({
  audienceType,
  segment,
  type,
}: Pick<Campaign, 'audienceType' | 'segment' | 'type'>): string {
  if (audienceType === 'SEGMENT') return segment?.name ?? 'A segment that is gone';
  if (audienceType === 'FILTERED') return 'People by rules';
  return type === 'TRANSACTIONAL' ? 'Everyone' : 'Everyone subscribed';
}
