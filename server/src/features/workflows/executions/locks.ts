import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Claim } from '#platform/spool';

/*
 * Everything that changes executions takes its locks in this order: contacts, waits, executions; each by its key. An event takes the
 * contact in a weaker mode that this one excludes, then the waits, then the executions.
 */

/** No event of these contacts is recorded, and none of them deleted, before the transaction ends. */
export async function lockContacts({ db, projectId }: ProjectTx, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  await sql`
    select 1 from unnest((select ${[...new Set(contactIds)].toSorted()}::uuid[])) w (id) cross join lateral (
      select 1 from contacts where project_id = ${projectId} and id = w.id for update) c`.execute(db);
}

export async function lockWaits({ db, projectId }: ProjectTx, executionIds: readonly string[]): Promise<void> {
  await sql`
    select 1 from unnest((select ${executionIds.toSorted()}::uuid[])) w (id) cross join lateral (
      select 1 from execution_waits where project_id = ${projectId} and execution_id = w.id for update) c`.execute(db);
}

/** The caller has locked them. */
export async function deleteWaits({ db, projectId }: ProjectTx, executionIds: readonly string[]): Promise<void> {
  if (executionIds.length === 0) return;
  await sql`
    delete from execution_waits where project_id = ${projectId} and execution_id = any (${executionIds}::uuid[])`.execute(
    db,
  );
}

interface HeldExecutions {
  readonly held: ReadonlySet<string>;
  /** Those of them that a cancel-all has cancelled, perhaps after they were loaded (D-944). */
  readonly marked: ReadonlySet<string>;
}

/** The claimed executions that are still held by this worker. */
export async function lockClaimed(
  { db, projectId }: ProjectTx,
  claims: readonly Pick<Claim, 'id' | 'fence'>[],
): Promise<HeldExecutions> {
  const sorted = claims.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const { rows } = await sql<{ id: string; isMarked: boolean }>`
    select x.id, x.is_marked
      from unnest((select ${sorted.map(({ id }) => id)}::uuid[]), ${sorted.map(({ fence }) => fence)}::uuid[]) w (id, fence)
     cross join lateral (
       select e.id, exists (select 1 from workflows f where f.project_id = e.project_id and f.id = e.workflow_id
                               and f.cancelled_through >= e.started_at) as is_marked
         from executions e where e.project_id = ${projectId} and e.id = w.id and e.fence = w.fence for update of e) x`.execute(
    db,
  );
  return {
    held: new Set(rows.map(({ id }) => id)),
    marked: new Set(rows.filter(({ isMarked }) => isMarked).map(({ id }) => id)),
  };
}

/** Executions that started while their workflow or contact was deleted. The caller has locked them. */
export async function deleteOrphans({ db, projectId }: ProjectTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from executions where project_id = ${projectId} and id = any (${ids}::uuid[])`.execute(db);
}
