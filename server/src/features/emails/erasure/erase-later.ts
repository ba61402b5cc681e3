import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask, enqueueIn, every, type ProjectContext, type ProjectTx } from '#platform/context';
import { readId } from '#platform/ids';
import { type DeletedContact, eraseMails } from './erase-mails.ts';

const maxProjects = 1_000;
const contactsAtOnce = 500;

/** Notes contacts whose mails are not all erased yet. */
export async function eraseLater(tx: ProjectTx, deleted: readonly DeletedContact[]): Promise<void> {
  await sql`
    insert into mail_erasures (project_id, contact_id, recipient, deleted_at)
    select ${tx.projectId}, u.contact_id, u.recipient, ${tx.now}
      from unnest(${deleted.map(({ contactId }) => contactId)}::uuid[], ${deleted.map(({ recipient }) => recipient)}::text[])
        as u (contact_id, recipient)`.execute(tx.db);
  await tx.enqueue(eraseRest, {});
}

/** Erases the rest, a page in each transaction. A second run finds less; one that was stopped is begun again by the schedule. */
export const eraseRest = defineTask({
  name: 'emails.erase',
  payload: z.object({}),
  priority: 'bulk',
  isMerged: true,
  expireSeconds: 3_600,
  async run(ctx) {
    while (!ctx.stopping.aborted && (await erasePage(ctx)));
  },
});

/** False when nothing is left. */
const erasePage = (ctx: ProjectContext): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const deleted = await tx.db
      .selectFrom('mailErasures')
      .select(['contactId', 'recipient', 'deletedAt'])
      .where('projectId', '=', tx.projectId)
      .orderBy('contactId')
      .limit(contactsAtOnce)
      .forUpdate()
      .execute();
    if (deleted.length === 0) return false;
    if (await eraseMails(tx, deleted)) return true;
    const ids = deleted.map(({ contactId }) => contactId);
    await tx.db
      .deleteFrom('mailErasures')
      .where('projectId', '=', tx.projectId)
      .where('contactId', 'in', ids)
      .execute();
    return true;
  });

/** Finds projects whose task was lost. */
export const findUnerased = every({ minutes: 10 }, 'emails.find-unerased', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_mail_erasures', [maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, eraseRest, {});
  }
});
