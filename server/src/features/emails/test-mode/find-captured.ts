import type { ProjectReader } from '#platform/context';
import type { EmailId } from '../email.ts';
import { EmailNotFound } from '../refusals.ts';

/** Refuses an email whose message is not, or no longer, in the inbox. */
export async function findCaptured({ db, projectId }: ProjectReader, id: EmailId): Promise<void> {
  const found = await db
    .selectFrom('inboxMessages')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw EmailNotFound(id);
}

/** The message as it would have left. */
export async function rawMessage({ db, projectId }: ProjectReader, id: EmailId): Promise<Buffer> {
  const found = await db
    .selectFrom('inboxMessages')
    .select('raw')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw EmailNotFound(id);
  return found.raw;
}
