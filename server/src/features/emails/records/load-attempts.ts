import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { LoggedAttempt } from './email-detail.ts';

/** The attempts to hand over an email, oldest first. */
export async function loadAttempts({ db, projectId }: ProjectReader, id: string): Promise<LoggedAttempt[]> {
  return db
    .selectFrom('deliveryAttempts as a')
    .leftJoin('deliveryChannels as c', 'c.id', 'a.channelId')
    .select((row) => [
      'a.attempt',
      'a.claimedAt as startedAt',
      'a.finishedAt',
      'a.outcome',
      'a.smtpCode',
      'a.enhancedCode',
      'a.reply',
      row.fn.coalesce('c.relay', 'a.relay').as('relay'), // attempts of earlier versions have no channel
    ])
    .where('a.projectId', '=', projectId)
    .where('a.emailId', '=', id)
    .orderBy('a.attempt')
    .limit(limits.emailTimelineEntries)
    .execute();
}
