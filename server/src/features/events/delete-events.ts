import { type RawBuilder, sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

/** Lets no fold run between reading the mark and the end of the transaction. */
export const blockFold = async (tx: ProjectTx): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(70215443, 8)`.execute(tx.db);
};

/**
 * Deletes rows of the log and subtracts those that were folded from the counts. Returns how many rows were deleted.
 * Invariant: counts and unfolded rows together are the rows of the log, at every commit.
 */
export async function deleteEvents(tx: ProjectTx, which: RawBuilder<boolean>): Promise<number> {
  await blockFold(tx);
  const { rows } = await sql<{ gone: string }>`
    with gone as (
      delete from events e where e.project_id = ${tx.projectId} and ${which}
      returning e.name, e.created_at, e.previous_at),
    folded_quarters as (
      select quarter_of(created_at) as quarter, name, count(*) as count
        from gone where created_at <= (select folded_to from event_mark) group by 1, 2),
    held_quarters as materialized (
      select q.quarter, q.name, f.count
        from folded_quarters f join event_quarters q on q.project_id = ${tx.projectId} and q.quarter = f.quarter and q.name = f.name
       order by q.quarter, q.name for update of q),
    quarters as (
      update event_quarters q set count = q.count - h.count
        from held_quarters h where q.project_id = ${tx.projectId} and q.quarter = h.quarter and q.name = h.name),
    folded as (
      select event_day(created_at) as day, name, event_gap(created_at, previous_at) as gap, count(*) as count
        from gone where created_at <= (select folded_to from event_mark) group by 1, 2, 3),
    held as materialized (
      select c.day, c.name, c.gap, f.count
        from folded f join event_counts c on c.project_id = ${tx.projectId} and c.day = f.day and c.name = f.name and c.gap = f.gap
       order by c.day, c.name, c.gap for update of c),
    counts as (
      update event_counts c set count = c.count - h.count
        from held h where c.project_id = ${tx.projectId} and c.day = h.day and c.name = h.name and c.gap = h.gap
      returning c.name, h.count),
    names as (
      update event_names n set total = n.total - s.count
        from (select name, sum(count) as count from counts group by name) s
       where n.project_id = ${tx.projectId} and n.name = s.name)
    select count(*) as gone from gone`.execute(tx.db);
  return Number(rows[0]?.gone ?? 0);
}
