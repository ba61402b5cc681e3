-- Endpoints with deliveries that nothing will send: the endpoint is deleted, or disabled because it failed; or they have waited too long,
-- or are too many. A dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function overfull_webhook_queues(oldest uuid, most_waiting int, most int)
returns table (project_id uuid, endpoint_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive queue as (
    (select d.project_id, d.endpoint_id, d.id from webhook_deliveries d order by d.project_id, d.endpoint_id, d.id limit 1)
    union all
    select n.* from queue q cross join lateral (
      select d.project_id, d.endpoint_id, d.id from webhook_deliveries d
       where (d.project_id, d.endpoint_id) > (q.project_id, q.endpoint_id)
       order by d.project_id, d.endpoint_id, d.id limit 1) n)
  select q.project_id, q.endpoint_id
    from queue q
    left join webhook_endpoints w on w.project_id = q.project_id and w.id = q.endpoint_id
   where w.id is null or w.disabled_reason in ('GONE', 'FAILING') or q.id < oldest
      or exists (select from webhook_deliveries d where d.project_id = q.project_id and d.endpoint_id = q.endpoint_id
                  order by d.id desc offset most_waiting)
   limit most
$$;

revoke execute on function overfull_webhook_queues from public;
grant execute on function overfull_webhook_queues to postrider_worker;
