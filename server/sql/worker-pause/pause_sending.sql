-- Pauses all workers, unless they are paused. Mail accepted after paused_at cannot have left before: an operator pauses before the API starts,
-- a worker later, so that for it (`from_start`) what this server has accepted since its start counts as new. backup_at is the newest mail from
-- before paused_at: the moment that was restored is not earlier.
set local role postrider_dispatch;
create or replace function pause_sending(from_start boolean)
returns table (paused_at timestamptz, backup_at timestamptz, is_new boolean)
language sql security definer set search_path = public, pg_temp as $$
  with moment as (select case when from_start then pg_postmaster_start_time() else now() end as at),
  made as (
    insert into worker_pause (paused_at, backup_at)
    select m.at, coalesce((
             select max(newest.created_at)
               from projects p
               cross join lateral (
                 select e.created_at from emails e where e.project_id = p.id and e.created_at <= m.at
                  order by e.created_at desc limit 1) newest), 'epoch')
      from moment m
    on conflict do nothing
    returning paused_at, backup_at)
  select m.paused_at, m.backup_at, true from made m
  union all
  select w.paused_at, w.backup_at, false from worker_pause w
$$;

revoke execute on function pause_sending from public;
grant execute on function pause_sending to postrider_worker;
