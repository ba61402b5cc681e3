-- Projects with units that are to be reported. A dispatch function: it sees all projects and returns ids alone. Those that are being
-- erased are left out: they report all their units themselves, or are reported when the erasure has ended.
set local role postrider_dispatch;
create or replace function projects_with_open_units(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  with recursive counted as (
    (select u.project_id from billing_units u where u.is_open order by u.project_id limit 1)
    union all
    select n.* from counted c cross join lateral (
      select u.project_id from billing_units u where u.is_open and u.project_id > c.project_id
       order by u.project_id limit 1) n)
  select c.project_id from counted c
   where exists (select from projects p where p.id = c.project_id and p.deleted_at is null and p.wipe_began_at is null)
     and exists (select from billing_units u where u.project_id = c.project_id and u.is_open and u.closes_at <= now())
   limit most
$$;

revoke execute on function projects_with_open_units from public;
grant execute on function projects_with_open_units to postrider_worker;
