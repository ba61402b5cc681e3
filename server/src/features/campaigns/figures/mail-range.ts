import { firstIdAt } from '#platform/ids';
import type { Campaign } from '../campaign.ts';

/** Before the ids of all mails of a campaign: they begin with the moment in which its sending began. */
export function firstMailId({ sentAt }: Pick<Campaign, 'sentAt'>): string {
  if (sentAt === null) throw new Error('a campaign under way has begun');
  return firstIdAt(sentAt);
}
