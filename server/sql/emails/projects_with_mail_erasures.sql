-- Projects with deleted contacts whose mails are not all erased yet. A dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_mail_erasures(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive found as (
    (select e.project_id, 1 as n from mail_erasures e order by e.project_id limit 1)
    union all
    select next.project_id, f.n + 1 from found f cross join lateral (
      select e.project_id from mail_erasures e where e.project_id > f.project_id order by e.project_id limit 1) next
     where f.n < most)
  select f.project_id from found f
$$;

revoke execute on function projects_with_mail_erasures from public;
grant execute on function projects_with_mail_erasures to postrider_worker;
