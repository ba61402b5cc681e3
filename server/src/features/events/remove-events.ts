import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { deleteEvents } from './delete-events.ts';
import { EventNameDeleted } from './signals.ts';

const pageSize = 5_000;

/** Blocks recordings of this name until the transaction ends, and waits for those in progress. */
export const lockEventName = async (tx: ProjectTx, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${tx.projectId}::uuid::text || ${name}::text, 8))`.execute(
    tx.db,
  );
};

/** Sets the mark up to which events of the name are deleted; from then on it counts from zero. Needs lockEventName. */
export async function markRemoval(tx: ProjectTx, name: string): Promise<void> {
  await sql`
    update event_names set removing_through = date_trunc('milliseconds', clock_timestamp())
     where project_id = ${tx.projectId} and name = ${name}`.execute(tx.db);
}

/** Removes one page of what lies before the mark, contacts' marks first. Returns how many events, and whether it is done. */
export async function removePage(tx: ProjectTx, name: string): Promise<{ removed: number; isDone: boolean }> {
  const row = await tx.db
    .selectFrom('eventNames')
    .select('removingThrough')
    .where('projectId', '=', tx.projectId)
    .where('name', '=', name)
    .executeTakeFirst();
  const through = row?.removingThrough;
  if (!through) return { removed: 0, isDone: true };
  if (await removeMarks(tx, name, through)) return { removed: 0, isDone: false };
  const upTo = await pageEnd(tx, name, through);
  const removed = await deleteEvents(
    tx,
    sql<boolean>`e.name = ${name} and e.created_at <= ${upTo ?? through}::timestamptz`,
  );
  return { removed, isDone: upTo === null };
}

/** True while there may be more. A contact with an event since the mark has a row that counts from zero, and keeps it. */
async function removeMarks(tx: ProjectTx, name: string, through: Date): Promise<boolean> {
  const { rows } = await sql<{ gone: string }>`
    with page as (
      select contact_id from contact_events
       where project_id = ${tx.projectId} and name = ${name} and last_at <= ${through}::timestamptz limit ${pageSize}),
    gone as (
      delete from contact_events c using page
       where c.project_id = ${tx.projectId} and c.name = ${name} and c.contact_id = page.contact_id
         and c.last_at <= ${through}::timestamptz
      returning 1)
    select count(*) as gone from gone`.execute(tx.db);
  return Number(rows[0]?.gone ?? 0) > 0;
}

/** The moment up to which the oldest page reaches; null when the rest fits into one. */
async function pageEnd(tx: ProjectTx, name: string, through: Date): Promise<Date | null> {
  const row = await tx.db
    .selectFrom('events')
    .select('createdAt')
    .where('projectId', '=', tx.projectId)
    .where('name', '=', name)
    .where('createdAt', '<=', through)
    .orderBy('createdAt')
    .offset(pageSize)
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

/** Nothing before the mark is left: the name is deleted, unless it was recorded again meanwhile. */
export async function finishRemoval(tx: ProjectTx, name: string): Promise<void> {
  await lockEventName(tx, name);
  const { rows } = await sql`
    select 1 from events where project_id = ${tx.projectId} and name = ${name} limit 1`.execute(tx.db);
  const ofName = { projectId: tx.projectId, name };
  if (rows.length > 0) {
    await tx.db.updateTable('eventNames').set({ removingThrough: null }).where(matches(ofName)).execute();
  } else {
    await tx.db.deleteFrom('eventNames').where(matches(ofName)).execute();
    await tx.db.deleteFrom('eventCounts').where(matches(ofName)).where('count', '=', '0').execute();
    await tx.db.deleteFrom('eventQuarters').where(matches(ofName)).where('count', '=', '0').execute();
  }
  await tx.emit(EventNameDeleted, { name });
}

const matches = ({ projectId, name }: { projectId: string; name: string }) =>
  sql<boolean>`project_id = ${projectId} and name = ${name}`;
