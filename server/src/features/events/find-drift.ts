import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';

export interface Drift {
  what: 'counts' | 'quarters' | 'total' | 'contact';
  name: string;
  kept: string | null;
  rows: string | null;
}

/**
 * Where the counts of a project differ from the rows of its log. Any difference is a defect, except in the totals of
 * contacts once months were dropped: those still include the dropped events. Reads the whole log; for tests and operators.
 */
export async function findDrift({ db, projectId }: ProjectReader): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with folded as (
      select name, event_day(created_at) as day, event_gap(created_at, previous_at) as gap, count(*) as count
        from events where project_id = ${projectId} and created_at <= (select folded_to from event_mark)
       group by 1, 2, 3),
    counts as (
      select 'counts' as what, name, c.count as kept, f.count as rows
        from (select * from event_counts where project_id = ${projectId} and count <> 0) c
        full join folded f using (name, day, gap)),
    quarters as (
      select 'quarters' as what, name, q.count as kept, f.count as rows
        from (select * from event_quarters where project_id = ${projectId} and count <> 0) q
        full join (select name, quarter_of(created_at) as quarter, count(*) as count
                     from events, event_mark where project_id = ${projectId} and created_at <= folded_to and created_at >= quarters_from
                    group by 1, 2) f using (name, quarter)),
    totals as (
      select 'total' as what, name, n.total as kept, f.count as rows
        from (select * from event_names where project_id = ${projectId} and total <> 0) n
        full join (select name, sum(count)::bigint as count from folded group by name) f using (name)),
    contacts as (
      select 'contact' as what, name, c.total as kept, e.count as rows
        from (select * from contact_events where project_id = ${projectId}) c
        full join (select name, contact_id, count(*) as count, max(created_at) as last_at
                     from events where project_id = ${projectId} group by 1, 2) e using (name, contact_id)
       where (c.last_at, c.total) is distinct from (e.last_at, e.count))
    select * from counts where kept is distinct from rows
    union all select * from quarters where kept is distinct from rows
    union all select * from totals where kept is distinct from rows
    union all select * from contacts`.execute(db);
  return rows;
}
