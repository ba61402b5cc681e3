-- Domains with a signing key, in the order of their ids, for the command that seals keys anew. A dispatch function: it sees all
-- projects and returns ids alone.
set local role postrider_dispatch;
create or replace function domain_keys_after(after_project uuid, after_domain uuid, most int)
returns table (project_id uuid, domain_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select k.project_id, k.domain_id from domain_keys k
   where (k.project_id, k.domain_id) > (after_project, after_domain)
   order by k.project_id, k.domain_id limit most
$$;

revoke execute on function domain_keys_after from public;
grant execute on function domain_keys_after to postrider_worker;
