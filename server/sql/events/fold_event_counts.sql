-- Adds a stretch of the log to the counts, ten minutes at most. True when there is more to fold.
-- Invariant: an event is counted once. No transaction can still commit an event up to safe_to: the statement that made the
-- event began before its created_at, lasts 30 seconds at most and holds its lock on the table until its transaction ends; so
-- 90 seconds after created_at a look finds it ended or among the writers. Deletions hold the advisory lock in shared mode, so
-- that none of them passes between a fold and its mark.
set local role postrider_dispatch;
create or replace function fold_event_counts() returns boolean
language plpgsql security definer set search_path = public, pg_temp
-- Why: the planner would rather walk a whole index by project than ask the small one by time.
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set jit = off as $$
declare
  mark event_mark;
  upto timestamptz;
  writers text[];
  span interval := '10 minutes';
begin
  perform pg_advisory_xact_lock(70215443, 8);
  select * into mark from event_mark for update;
  select coalesce(array_agg(l.virtualtransaction), '{}') into writers from pg_locks l
   where l.locktype = 'relation' and l.relation = 'events'::regclass and l.mode = 'RowExclusiveLock'
     and l.database = (select d.oid from pg_database d where d.datname = current_database());
  if not mark.seen_writers && writers then
    mark.safe_to := greatest(mark.safe_to, mark.seen_at - interval '90 seconds');
    mark.seen_at := clock_timestamp();
    mark.seen_writers := writers;
  end if;
  -- A stretch without events is passed over in growing steps.
  while mark.folded_to + span < mark.safe_to and not exists (
    select 1 from events e where e.created_at > mark.folded_to and e.created_at <= mark.folded_to + span) loop
    mark.folded_to := mark.folded_to + span;
    span := span * 2;
  end loop;
  upto := least(mark.safe_to, mark.folded_to + interval '10 minutes');
  -- The first whole quarter that no fold of an earlier version has counted.
  mark.quarters_from := coalesce(mark.quarters_from, quarter_of(mark.folded_to) + interval '15 minutes');

  insert into event_quarters as q (project_id, quarter, name, count)
  select e.project_id, quarter_of(e.created_at), e.name, count(*)
    from events e where e.created_at > mark.folded_to and e.created_at <= upto and e.created_at >= mark.quarters_from
   group by 1, 2, 3
  on conflict (project_id, quarter, name) do update set count = q.count + excluded.count;

  with counted as (
    select e.project_id, event_day(e.created_at) as day, e.name, event_gap(e.created_at, e.previous_at) as gap,
           count(*) as count
      from events e where e.created_at > mark.folded_to and e.created_at <= upto group by 1, 2, 3, 4),
  named as (
    update event_names n set total = n.total + s.count
      from (select c.project_id, c.name, sum(c.count) as count from counted c group by 1, 2) s
     where n.project_id = s.project_id and n.name = s.name)
  insert into event_counts as c (project_id, day, name, gap, count)
  select * from counted
  on conflict (project_id, day, name, gap) do update set count = c.count + excluded.count;

  update event_mark m
     set folded_to = greatest(m.folded_to, upto), safe_to = mark.safe_to, seen_at = mark.seen_at,
         seen_writers = mark.seen_writers, quarters_from = mark.quarters_from;
  return mark.safe_to > upto;
end $$;

revoke execute on function fold_event_counts from public;
grant execute on function fold_event_counts to postrider_worker;
