import type { ProjectReader } from '#platform/context';
import type { EmailId } from '../email.ts';
import { EmailNotFound } from '../refusals.ts';
import { type FileCut, putFilesBack } from '../sandbox/cut-files.ts';

/** Throws for an email whose message is not, or no longer, in the inbox. */
export async function requireCaptured({ db, projectId }: ProjectReader, id: EmailId): Promise<void> {
  const found = await db
    .selectFrom('inboxMessages')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw EmailNotFound(id);
}

/** The message as it would have been sent. */
export async function loadRawMessage({ db, projectId }: ProjectReader, id: EmailId): Promise<Buffer> {
  const found = await db
    .selectFrom('inboxMessages')
    .select(['raw', 'cuts'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw EmailNotFound(id);
  const cuts = (found.cuts ?? []) as readonly FileCut[]; // only written by us
  if (cuts.length === 0) return found.raw;
  const files = await db
    .selectFrom('emailAttachments')
    .select(['id', 'content'])
    .where('projectId', '=', projectId)
    .where('id', 'in', [...new Set(cuts.map(({ blob }) => blob))])
    .execute();
  const message = putFilesBack(found.raw, cuts, new Map(files.map((file) => [file.id, file.content])));
  if (!message) throw EmailNotFound(id); // its files were deleted first
  return message;
}
