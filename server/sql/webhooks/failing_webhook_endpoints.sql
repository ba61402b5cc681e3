-- Endpoints that have failed so long that their team gets a mail, or that they are disabled. Not those that are not called now: their project is
-- disabled, or their probe is more than an hour late. A dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function failing_webhook_endpoints(mail_hours int, disable_hours int, most int)
returns table (project_id uuid, endpoint_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.project_id, w.id from webhook_endpoints w join projects p on p.id = w.project_id and p.disabled_reason is null
   where w.enabled and w.next_probe_at > now() - interval '1 hour' and w.failing_since <= now() - make_interval(hours => mail_hours)
     and (w.mailed_at is null or w.failing_since <= now() - make_interval(hours => disable_hours))
   order by w.failing_since limit most
$$;

revoke execute on function failing_webhook_endpoints from public;
grant execute on function failing_webhook_endpoints to postrider_worker;
