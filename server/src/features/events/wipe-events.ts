import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
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
  if (await wipeMarks(tx)) return true;
  for (const table of ['eventCounts', 'eventNames'] as const) {
    await tx.db.deleteFrom(table).where('projectId', '=', tx.projectId).execute();
  }
  return false;
}

async function wipeMarks(tx: ProjectTx): Promise<boolean> {
  const { rows } = await sql<{ gone: string }>`
    with page as (select name, contact_id from contact_events where project_id = ${tx.projectId} limit ${page}),
    gone as (
      delete from contact_events c using page
       where c.project_id = ${tx.projectId} and c.name = page.name and c.contact_id = page.contact_id returning 1)
    select count(*) as gone from gone`.execute(tx.db);
  return Number(rows[0]?.gone ?? 0) > 0;
}
