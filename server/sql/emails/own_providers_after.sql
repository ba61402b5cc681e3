-- Projects with a provider of their own, in the order of their ids, for the command that seals secrets anew. A dispatch function: it sees
-- all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function own_providers_after(after_project uuid, most int) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select o.project_id from own_providers o where o.project_id > after_project order by o.project_id limit most
$$;

revoke execute on function own_providers_after from public;
grant execute on function own_providers_after to postrider_worker;
