-- Endpoints in the order of their keys, for the command that seals secrets anew. A dispatch function: it sees all projects and returns ids
-- alone.
set local role postrider_dispatch;
create or replace function webhook_endpoints_after(after_project uuid, after_id uuid, most int)
returns table (project_id uuid, endpoint_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select w.project_id, w.id from webhook_endpoints w where (w.project_id, w.id) > (after_project, after_id)
   order by w.project_id, w.id limit most
$$;

revoke execute on function webhook_endpoints_after from public;
grant execute on function webhook_endpoints_after to postrider_worker;
