import { sql } from 'kysely';
import { type ProjectTx, wipePages } from '#platform/context';
import { blockFold } from './delete-events.ts';

const page = 5_000;

/** Deletes the log in batches, then what was derived from it. */
export async function wipeEvents(tx: ProjectTx): Promise<boolean> {
  await blockFold(tx);
  const { rows } = await sql<{ gone: string }>`
    with gone as (
      delete from events where project_id = ${tx.projectId} and created_at <= (
        select max(created_at) from (
          select created_at from events where project_id = ${tx.projectId} order by created_at limit ${page}) p)
      returning 1)
    select count(*) as gone from gone`.execute(tx.db);
  if (Number(rows[0]?.gone ?? 0) > 0) return true;
  return wipePages(tx, [
    ['contact_events', 'name', 'contact_id'],
    ['event_counts', 'day', 'name', 'gap'],
    ['event_quarters', 'quarter', 'name'],
    ['event_names', 'name'],
  ]);
}
