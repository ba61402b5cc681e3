-- Enabled projects with executions that were set aside while they were disabled: one index probe for each project that has some. A
-- dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_released_executions(most int) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  with recursive held as (
    (select x.project_id from executions x where x.is_held order by x.project_id limit 1)
    union all
    select n.* from held h cross join lateral (
      select x.project_id from executions x where x.is_held and x.project_id > h.project_id order by x.project_id limit 1) n)
  select h.project_id from held h join projects p on p.id = h.project_id and p.disabled_reason is null limit most
$$;

revoke execute on function projects_with_released_executions from public;
grant execute on function projects_with_released_executions to postrider_worker;
