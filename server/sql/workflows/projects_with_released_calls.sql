-- Enabled projects with calls that were set aside while they were disabled: one index probe for each project with calls. A dispatch
-- function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_released_calls(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive held as (
    (select c.project_id from workflow_calls c where c.lane = 0 and c.lease_until is null order by c.project_id limit 1)
    union all
    select n.* from held h cross join lateral (
      select c.project_id from workflow_calls c
       where c.lane = 0 and c.lease_until is null and c.project_id > h.project_id order by c.project_id limit 1) n)
  select h.project_id from held h
    join projects p on p.id = h.project_id and p.disabled_reason is null
   where exists (
     select 1 from workflow_calls c
      where c.lane = 0 and c.lease_until is null and c.project_id = h.project_id and c.due_at = 'infinity')
   limit most
$$;

revoke execute on function projects_with_released_calls from public;
grant execute on function projects_with_released_calls to postrider_worker;
