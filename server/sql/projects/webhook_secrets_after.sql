-- Projects with a webhook secret, in the order of their ids, for the command that seals secrets anew. A dispatch function: it sees all
-- projects and returns ids alone.
set local role postrider_dispatch;
create or replace function webhook_secrets_after(after_project uuid, most int) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select s.project_id from webhook_secrets s where s.project_id > after_project order by s.project_id limit most
$$;

revoke execute on function webhook_secrets_after from public;
grant execute on function webhook_secrets_after to postrider_worker;
