import type { ProjectContext } from '#platform/context';
import type { EmailId } from '../email.ts';
import { EmailNotFound } from '../refusals.ts';

/** Drops one captured message; the record of the email stays. */
export const removeMessage = (ctx: ProjectContext, id: EmailId): Promise<void> =>
  ctx.transaction(async ({ db, projectId }) => {
    const { numDeletedRows } = await db
      .deleteFrom('inboxMessages')
      .where('projectId', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw EmailNotFound(id);
  });

/** Drops all of them. */
export const emptyInbox = (ctx: ProjectContext): Promise<void> =>
  ctx.transaction(async ({ db, projectId }) => {
    await db.deleteFrom('inboxMessages').where('projectId', '=', projectId).execute();
  });
