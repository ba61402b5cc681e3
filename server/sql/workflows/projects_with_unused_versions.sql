-- The next projects with versions of workflows, so many at a time, and whether some of those are no longer needed. A dispatch function: it
-- sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_unused_versions(after_project uuid, kept_days int, most int)
returns table (project_id uuid, has_unused boolean)
language sql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  with recursive found as (
    (select v.project_id, 1 as n from workflow_versions v where v.project_id > after_project order by v.project_id limit 1)
    union all
    select next.project_id, f.n + 1 from found f cross join lateral (
      select v.project_id from workflow_versions v where v.project_id > f.project_id order by v.project_id limit 1) next
     where f.n < most)
  select f.project_id, exists (select 1 from unused_versions(f.project_id, kept_days)) from found f order by f.project_id
$$;

revoke execute on function projects_with_unused_versions from public;
grant execute on function projects_with_unused_versions to postrider_worker;
