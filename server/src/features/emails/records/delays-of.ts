import type { ProjectReader } from '#platform/context';
import type { EmailId } from '../email.ts';
import type { TimelineEntry } from './email-detail.ts';

/** What the receiving side said while the mail was waiting there. */
export async function delaysOf({ db, projectId }: ProjectReader, id: EmailId): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('emailDelays')
    .select(['at', 'diagnostic'])
    .where('projectId', '=', projectId)
    .where('emailId', '=', id)
    .orderBy('at')
    .execute();
  return rows.map(({ at, diagnostic }) => ({ type: 'email.delayed', at, data: { diagnostic } }));
}
