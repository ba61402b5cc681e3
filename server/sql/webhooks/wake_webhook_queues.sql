-- Makes queues due whose deliveries are, where a look missed that: a delivery committed after its worker had looked for the last time, a
-- project that is enabled again. One index probe for each endpoint with deliveries that wait. A dispatch function: it sees all projects and
-- returns a number alone.
set local role postrider_dispatch;
create or replace function wake_webhook_queues(most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  woken int;
begin
  with recursive queue as (
    (select d.project_id, d.endpoint_id from webhook_deliveries d order by d.project_id, d.endpoint_id limit 1)
    union all
    select n.* from queue q cross join lateral (
      select d.project_id, d.endpoint_id from webhook_deliveries d
       where (d.project_id, d.endpoint_id) > (q.project_id, q.endpoint_id)
       order by d.project_id, d.endpoint_id limit 1) n),
  missed as materialized (
    select w.project_id, w.id
      from queue q
      join webhook_endpoints w on w.project_id = q.project_id and w.id = q.endpoint_id and w.enabled
      join projects p on p.id = w.project_id and p.disabled_reason is null
      join webhook_queues s on s.project_id = w.project_id and s.id = w.id
     where s.lease_until is null and s.due_at > now() + interval '5 seconds'
       and (w.failing_since is null or w.next_probe_at <= now())
       and exists (select from webhook_deliveries d
                    where d.project_id = w.project_id and d.endpoint_id = w.id and d.due_at <= now())
     limit most),
  locked as materialized (
    select s.project_id, s.id from webhook_queues s
      join missed m on m.project_id = s.project_id and m.id = s.id
     where s.lease_until is null
     order by s.project_id, s.id for update of s skip locked)
  update webhook_queues s set due_at = now() from locked l where s.project_id = l.project_id and s.id = l.id;
  get diagnostics woken = row_count;
  return woken;
end $$;

revoke execute on function wake_webhook_queues from public;
grant execute on function wake_webhook_queues to postrider_worker;
