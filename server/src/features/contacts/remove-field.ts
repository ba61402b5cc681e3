import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

export interface RemovalPage {
  /** Where the next page starts; null when this was the last one. */
  next: string | null;
  removed: number;
  /** How many contacts the page had. */
  seen: number;
}

const pageSize = 5_000;

/**
 * Removes a key from one page of contacts, in the order of their ids.
 * Why an array: a join with the page is planned by statistics, which lag behind a large import by minutes.
 */
export async function removeFieldPage(tx: ProjectTx, key: string, after: string): Promise<RemovalPage> {
  const { rows } = await sql<{ last: string | null; seen: string; removed: string }>`
    with page as (
      select id from contacts where project_id = ${tx.projectId} and id > ${after}::uuid order by id limit ${pageSize}),
    mark as (
      select removing_since as since from contact_fields where project_id = ${tx.projectId} and key = ${key}),
    gone as (
      update contacts c set data = c.data - ${key}::text, updated_at = ${tx.now}
        from mark
       where c.project_id = ${tx.projectId} and c.id = any (array(select id from page))
         and c.data ? ${key} and c.updated_at <= mark.since
      returning 1)
    select (select id::text from page order by id desc limit 1) as last, (select count(*) from page) as seen,
           (select count(*) from gone) as removed`.execute(tx.db);
  const [row] = rows;
  const seen = Number(row?.seen ?? 0);
  return { next: seen < pageSize ? null : (row?.last ?? null), removed: Number(row?.removed ?? 0), seen };
}

/** No contact holds a stale value any more. */
export async function finishRemoval(tx: ProjectTx, key: string): Promise<void> {
  await tx.db
    .updateTable('contactFields')
    .set({ removingSince: null })
    .where('projectId', '=', tx.projectId)
    .where('key', '=', key)
    .execute();
}
