-- Projects with mail that waits for a signing key that could not be read. A dispatch function: it returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_unreadable_keys(most int) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  with recursive held as (
    (select d.project_id, d.hold_reason from deliveries d where d.hold_reason is not null
      order by d.project_id, d.hold_reason limit 1)
    union all
    select n.* from held h cross join lateral (
      select d.project_id, d.hold_reason from deliveries d
       where d.hold_reason is not null and (d.project_id, d.hold_reason) > (h.project_id, h.hold_reason)
       order by d.project_id, d.hold_reason limit 1) n)
  select h.project_id from held h where h.hold_reason = 'SIGNING_KEY_UNREADABLE' limit most
$$;

revoke execute on function projects_with_unreadable_keys from public;
grant execute on function projects_with_unreadable_keys to postrider_worker;
