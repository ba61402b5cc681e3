import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask, type ProjectTx } from '#platform/context';
import { firstIdAt } from '#platform/ids';
import { limits } from '#pure/limits';

const page = 1_000;
const dayMs = 86_400_000;

/**
 * Ends what nothing will send, in pages: everything of an endpoint that is deleted, or disabled because it failed; of others what has
 * waited too long or is too much, the oldest first (D-1053). A second run finds nothing.
 */
export const clearQueue = defineTask({
  name: 'webhooks.clear-queue',
  payload: z.object({ endpointId: z.uuid() }),
  priority: 'bulk',
  isMerged: true,
  expireSeconds: 900,
  async run(ctx, { endpointId }) {
    // Why it throws when the process stops: only a task that fails is repeated.
    while (await ctx.transaction((tx) => clearPage(tx, endpointId))) ctx.stopping.throwIfAborted();
  },
});

/** True while there may be more. */
async function clearPage(tx: ProjectTx, endpointId: string): Promise<boolean> {
  const endpoint = await tx.db
    .selectFrom('webhookEndpoints')
    .select('disabledReason')
    .where('projectId', '=', tx.projectId)
    .where('id', '=', endpointId)
    .forNoKeyUpdate() // before its deliveries, as those who send do
    .executeTakeFirst();
  if (!endpoint) return deletePage(tx, endpointId);
  const isLost = endpoint.disabledReason === 'GONE' || endpoint.disabledReason === 'FAILING';
  return abandonPage(tx, endpointId, isLost ? null : await lastToAbandon(tx, endpointId));
}

/** Of a deleted endpoint nothing is shown any more, so nothing is kept. Rows that others have locked are found by the next page. */
async function deletePage({ db, projectId }: ProjectTx, endpointId: string): Promise<boolean> {
  for (const table of ['webhook_deliveries', 'webhook_delivery_log']) {
    const { rows } = await sql<{ isFound: boolean }>`
      with page as materialized (
        select id from ${sql.table(table)} where project_id = ${projectId} and endpoint_id = ${endpointId}
         order by id limit ${page} for update skip locked),
      gone as (
        delete from ${sql.table(table)} d using page
         where d.project_id = ${projectId} and d.endpoint_id = ${endpointId} and d.id = page.id)
      select exists (select from ${sql.table(table)} where project_id = ${projectId} and endpoint_id = ${endpointId}) as is_found`.execute(
      db,
    );
    if (rows[0]?.isFound) return true;
  }
  return false;
}

/** Up to which delivery they are too old or too many: ids are in the order of time. */
async function lastToAbandon({ db, projectId, now }: ProjectTx, endpointId: string): Promise<string> {
  const tooOld = firstIdAt(new Date(now.getTime() - limits.webhookWaitDays * dayMs));
  const surplus = await db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('projectId', '=', projectId)
    .where('endpointId', '=', endpointId)
    .orderBy('id', 'desc')
    .offset(limits.webhookDeliveriesWaiting)
    .limit(1)
    .executeTakeFirst();
  return surplus && surplus.id > tooOld ? surplus.id : tooOld;
}

/** Null: all of them. Rows that a worker is about to change are left to the next run. */
async function abandonPage({ db, projectId }: ProjectTx, endpointId: string, through: string | null): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with page as materialized (
      select id from webhook_deliveries
       where project_id = ${projectId} and endpoint_id = ${endpointId} and (${through}::uuid is null or id <= ${through}::uuid)
       order by id limit ${page} for update skip locked),
    gone as (
      delete from webhook_deliveries d using page
       where d.project_id = ${projectId} and d.endpoint_id = ${endpointId} and d.id = page.id
      returning d.*),
    logged as (
      insert into webhook_delivery_log (project_id, endpoint_id, id, event_id, event_at, contact_id, type, status, attempts)
      select project_id, endpoint_id, id, event_id, event_at, contact_id, type, 'abandoned', attempts from gone)
    select count(*)::int as count from gone`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return false;
  await db
    .updateTable('webhookEndpoints')
    .set(({ eb }) => ({ abandoned: eb('abandoned', '+', String(count)) }))
    .where('projectId', '=', projectId)
    .where('id', '=', endpointId)
    .execute();
  return true;
}
