-- Projects with held mail whose reason has ended. A dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_released_mail(sandbox_domain text, most int) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  with recursive held as (
    (select d.project_id from deliveries d where d.hold_reason is not null order by d.project_id limit 1)
    union all
    select n.* from held h cross join lateral (
      select d.project_id from deliveries d where d.hold_reason is not null and d.project_id > h.project_id
       order by d.project_id limit 1) n)
  select h.project_id from held h where exists (select 1 from ended_holds(h.project_id)) limit most
$$;

revoke execute on function projects_with_released_mail from public;
grant execute on function projects_with_released_mail to postrider_worker;
