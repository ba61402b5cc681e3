/** A connection to one of the two databases between which a project is moved. */
interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<{ rows: FoldMark[] }>;
}

/** Up to when an installation has counted the events of all its projects, and from when on by quarter; as text, to the microsecond. */
interface FoldMark {
  readonly folded_to: string;
  readonly quarters_from: string;
}

/**
 * Corrects the counts of a project that was copied into `target`: they reach to the mark of `source` as its transaction sees it, and the next
 * fold goes on from the mark of `target`. The last work of the target's transaction, since nothing is folded between it and the commit.
 */
export async function adoptEventCounts(source: Connection, target: Connection, projectId: string): Promise<void> {
  // Why twice: reading what lies between the marks may take long. Others fold meanwhile, and little is left to do under the lock.
  const near = await readMark(target);
  await changeMark(target, projectId, await readMark(source), near);
  await target.query('select pg_advisory_xact_lock_shared(70215443, 8)'); // as blockFold
  await changeMark(target, projectId, near, await readMark(target));
}

async function readMark(database: Connection): Promise<FoldMark> {
  const { rows } = await database.query(
    `select to_json(folded_to)#>>'{}' as folded_to, to_json(coalesce(quarters_from, 'infinity'))#>>'{}' as quarters_from
       from event_mark`,
  );
  const [mark] = rows;
  if (!mark) throw new Error('event_mark has no row');
  return mark;
}

async function changeMark(target: Connection, projectId: string, was: FoldMark, is: FoldMark): Promise<void> {
  await target.query(
    `delete from event_quarters
      where project_id = $1 and quarter < $3::timestamptz and $2::timestamptz < $3::timestamptz`,
    [projectId, was.quarters_from, is.quarters_from],
  );
  await target.query(
    `insert into event_quarters as q (project_id, quarter, name, count)
     select e.project_id, quarter_of(e.created_at), e.name,
            count(*) filter (where e.created_at <= $3::timestamptz)
              - count(*) filter (where e.created_at <= $2::timestamptz and e.created_at >= $4::timestamptz) as change
       from events e
      where e.project_id = $1 and e.created_at >= $5::timestamptz and e.created_at <= greatest($2::timestamptz, $3::timestamptz)
        and (e.created_at > least($2::timestamptz, $3::timestamptz) or e.created_at < $4::timestamptz)
      group by 1, 2, 3
     on conflict (project_id, quarter, name) do update set count = q.count + excluded.count`,
    [projectId, was.folded_to, is.folded_to, was.quarters_from, is.quarters_from],
  );
  await target.query(
    `with changed as (
       select e.project_id, event_day(e.created_at) as day, e.name, event_gap(e.created_at, e.previous_at) as gap,
              count(*) * case when $2::timestamptz < $3::timestamptz then 1 else -1 end as count
         from events e
        where e.project_id = $1 and e.created_at > least($2::timestamptz, $3::timestamptz)
          and e.created_at <= greatest($2::timestamptz, $3::timestamptz)
        group by 1, 2, 3, 4),
     named as (
       update event_names n set total = n.total + s.count
         from (select c.name, sum(c.count) as count from changed c group by 1) s
        where n.project_id = $1 and n.name = s.name)
     insert into event_counts as c (project_id, day, name, gap, count)
     select * from changed
     on conflict (project_id, day, name, gap) do update set count = c.count + excluded.count`,
    [projectId, was.folded_to, is.folded_to],
  );
}
