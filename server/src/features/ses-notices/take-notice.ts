import { projectOfDomain } from '#features/domains';
import type { EmailId } from '#features/emails';
import { applyNotices, noteDelay } from '#features/emails';
import type { InstanceContext, ProjectId, ProjectTx } from '#platform/context';
import { noteSeen, parkMessage } from './messages.ts';
import type { Mark, ReadNotice } from './read-notice.ts';

/** Applies a notice once, however often it comes: the message's id and the effect are one transaction. */
export async function takeNotice(
  ctx: InstanceContext,
  messageId: string,
  read: ReadNotice,
  body: string,
): Promise<void> {
  const projectId = await projectOf(ctx, read.mark);
  if (!projectId) {
    await ctx.transaction(async (tx) => {
      if (await noteSeen(tx, messageId)) await parkMessage(tx, messageId, body);
    });
    return;
  }
  await ctx.inProject(projectId).transaction(async (tx) => {
    if (!(await noteSeen(tx, messageId))) return;
    if (!(await applyNotice(tx, read))) await parkMessage(tx, messageId, body);
  });
}

/** The project that the mark names; of a Message-ID the one that has the sender's domain verified. */
export async function projectOf(ctx: InstanceContext, mark: Mark): Promise<ProjectId | null> {
  return mark.by === 'tags' ? mark.projectId : projectOfDomain(ctx, mark.domain);
}

/** False when the project has no such email, or has not made that attempt. */
export async function applyNotice(tx: ProjectTx, { mark, happening }: ReadNotice): Promise<boolean> {
  if (!(await isOurs(tx, mark))) return false;
  const emailId = mark.emailId as EmailId; // found above
  if (happening.kind === 'delay') return noteDelay(tx, { ...happening, emailId });
  const { unknown } = await applyNotices(tx, [{ ...happening, emailId }]);
  return unknown.length === 0;
}

/** D-681: every tag is held against the row. */
async function isOurs({ db, projectId }: ProjectTx, mark: Mark): Promise<boolean> {
  const row = await db
    .selectFrom('emails as e')
    .leftJoin('deliveries as d', (join) => join.onRef('d.projectId', '=', 'e.projectId').onRef('d.id', '=', 'e.id'))
    .select(['e.attempts', 'e.fromEmail', 'd.attempt'])
    .where('e.projectId', '=', projectId)
    .where('e.id', '=', mark.emailId)
    .executeTakeFirst();
  if (!row) return false;
  if (mark.by === 'tags') return mark.attempt <= Math.max(row.attempts, row.attempt ?? 0);
  return row.fromEmail.endsWith(`@${mark.domain}`);
}
