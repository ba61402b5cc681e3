-- A moment, and who writes records of the activity then: the transactions that hold the lock which every insert takes before it reads the
-- clock. So a record from before the moment is visible already, or its transaction is among the writers.
-- Invariant: the moment is read before the locks.
set local role postrider_dispatch;
create or replace function feed_writers() returns table (at timestamptz, writers text[])
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  at := clock_timestamp();
  select coalesce(array_agg(distinct l.virtualtransaction), '{}') into writers from pg_locks l
   where l.locktype = 'relation' and l.mode = 'RowExclusiveLock'
     and l.relation in ('events'::regclass, 'activity_log'::regclass, 'executions'::regclass, 'finished_executions'::regclass)
     and l.database = (select d.oid from pg_database d where d.datname = current_database());
  return next;
end $$;

revoke execute on function feed_writers from public;
grant execute on function feed_writers to postrider_app;
