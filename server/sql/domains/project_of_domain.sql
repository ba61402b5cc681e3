-- Which project has a domain verified. A dispatch function: it sees all projects and returns an id alone.
set local role postrider_dispatch;
create or replace function project_of_domain(asked text) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select d.project_id from domains d join projects p on p.id = d.project_id
   where d.domain = lower(asked) and d.status = 'verified' and p.deleted_at is null limit 1
$$;

revoke execute on function project_of_domain from public;
grant execute on function project_of_domain to postrider_worker;
