import { sql } from 'kysely';
import { z } from 'zod';
import type { ContactId } from '#features/contacts';
import { defineTask, enqueueIn, every, type ProjectContext, type ProjectTx } from '#platform/context';
import { nilId, readId } from '#platform/ids';

const maxProjects = 1_000;
const linesAtOnce = 5_000;
/** A line of a call that was under way when the contact was deleted is written by then. */
const minAgeMinutes = 5;

/** Contacts are being deleted: lines that name them lose their contents later (D-1063). */
export async function forgetContacts(tx: ProjectTx, contacts: readonly { contactId: ContactId }[]): Promise<void> {
  const ids = contacts.map(({ contactId }) => contactId);
  await sql`
    insert into logged_call_erasures (project_id, contact_id, deleted_at)
    select ${tx.projectId}, id, now() from unnest(${ids}::uuid[]) id on conflict do nothing`.execute(tx.db);
}

/**
 * Walks the log of a project once for all contacts that were deleted since the last time. A second run finds less; one that was
 * stopped begins again.
 */
export const eraseCalls = defineTask({
  name: 'request-log.erase',
  payload: z.object({}),
  priority: 'bulk',
  isMerged: true,
  expireSeconds: 3_600,
  async run(ctx) {
    const until = await ctx.read(async ({ now }) => new Date(now.getTime() - minAgeMinutes * 60_000));
    for (let after: string | null = nilId; after !== null; ) {
      if (ctx.stopping.aborted) return;
      after = await erasePage(ctx, after, until);
    }
    while (await ctx.transaction((tx) => forgetErasures(tx, until)));
  },
});

/** Returns the last line of the page; null: there are no more. Ids stay: they say nothing once what they name is gone. */
const erasePage = (ctx: ProjectContext, after: string, until: Date): Promise<string | null> =>
  ctx.transaction(async ({ db, projectId }) => {
    const { rows } = await sql<{ last: string | null; count: number }>`
      with page as materialized (
        select id, named_ids from logged_calls where project_id = ${projectId} and id > ${after} order by id limit ${linesAtOnce}),
      erased as (
        update logged_calls l
           set request_body = null, response_body = null, error_message = null, suggestion = null, client_address = null,
               user_agent = null, idempotency_key = null, ignored_fields = null
         where l.project_id = ${projectId} and l.id in (
           select p.id from page p cross join lateral unnest(p.named_ids) n (id)
             join logged_call_erasures e on e.project_id = ${projectId} and e.contact_id = n.id and e.deleted_at <= ${until}))
      select (array_agg(id order by id desc))[1] as last, count(*)::int as count from page`.execute(db);
    const [page] = rows;
    return page?.count === linesAtOnce ? page.last : null;
  });

/** True while there may be more. */
async function forgetErasures({ db, projectId }: ProjectTx, until: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from logged_call_erasures where project_id = ${projectId} and contact_id in (
      select contact_id from logged_call_erasures where project_id = ${projectId} and deleted_at <= ${until} limit ${linesAtOnce})`.execute(
    db,
  );
  return numAffectedRows === BigInt(linesAtOnce);
}

/** Finds projects whose log may name deleted contacts. */
export const findErasures = every({ minutes: 30 }, 'request-log.find-erasures', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_erasures', [minAgeMinutes, maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, eraseCalls, {});
  }
});
