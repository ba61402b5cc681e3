-- Projects whose tallies wait to be folded. A dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_contact_tallies(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive found as (
    (select t.project_id from contact_tallies t order by t.project_id limit 1)
    union all
    select (select t.project_id from contact_tallies t where t.project_id > f.project_id order by t.project_id limit 1)
      from found f where f.project_id is not null)
  select f.project_id from found f where f.project_id is not null limit most
$$;

revoke execute on function projects_with_contact_tallies from public;
grant execute on function projects_with_contact_tallies to postrider_worker;
