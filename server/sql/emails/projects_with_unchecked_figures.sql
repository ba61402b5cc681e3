-- Projects with figures that were not compared with their mails for so many hours. A dispatch function: it sees all projects and returns
-- ids alone. From project to project by the key, however many figures each has.
set local role postrider_dispatch;
create or replace function projects_with_unchecked_figures(hours int, most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  with recursive counted as (
    (select f.project_id from mail_figures f order by f.project_id limit 1)
    union all
    select n.* from counted c cross join lateral (
      select f.project_id from mail_figures f where f.project_id > c.project_id order by f.project_id limit 1) n)
  select c.project_id from counted c left join mail_figure_checks k on k.project_id = c.project_id
   where k.began_at is null or k.began_at < now() - make_interval(hours => hours) limit most
$$;

revoke execute on function projects_with_unchecked_figures from public;
grant execute on function projects_with_unchecked_figures to postrider_worker;
