-- Writes lines of the request log and counts the uses of keys, of all projects at once. A dispatch function: it writes for all projects
-- and returns nothing. Lines of projects that were deleted are left out, and so are those of a project that is being reset, or from before
-- its reset ended. Counts are written in the order of their keys, so that two processes cannot block each other.
set local role postrider_dispatch;
create or replace function write_logged_calls(lines json, uses json, max_uses_an_hour int) returns void
language sql security definer set search_path = public, pg_temp as $$
  -- As every transaction of a project (platform/db/project-entrance.ts): an erasure waits for those that have not seen its mark.
  select pg_advisory_xact_lock_shared(7021545, hashtext(l.project_id::text))
    from (select distinct project_id from json_to_recordset(lines) l (project_id uuid)
          union select project_id from json_to_recordset(uses) u (project_id uuid)) l;

  insert into logged_calls (project_id, id, left_out, method, path, status, duration_ms, identity, key_last4, user_id, client_address,
                            user_agent, idempotency_key, error_code, error_message, suggestion, is_deprecated, content_type,
                            header_names, request_body, response_body, ignored_fields, named_ids)
  select l.project_id, l.id, l.left_out, l.method, l.path, l.status, l.duration_ms, l.identity, l.key_last4, l.user_id, l.client_address,
         l.user_agent, l.idempotency_key, l.error_code, l.error_message, l.suggestion, l.is_deprecated, l.content_type,
         l.header_names, l.request_body, l.response_body, l.ignored_fields, l.named_ids
    from json_to_recordset(lines) l (project_id uuid, id uuid, left_out int, method text, path text, status smallint, duration_ms real,
           identity text, key_last4 text, user_id uuid, client_address text, user_agent text, idempotency_key text, error_code text,
           error_message text, suggestion text, is_deprecated boolean, content_type text, header_names text, request_body text,
           response_body text, ignored_fields text[], named_ids uuid[])
    join projects p on p.id = l.project_id and p.deleted_at is null and p.wipe_began_at is null
                       and (p.reset_at is null or l.id >= first_id_at(p.reset_at))
  on conflict do nothing;

  with used as (
    select u.*, not exists (select from key_usage_hours k
                             where k.project_id = u.project_id and k.hour = u.hour and k.kind = u.kind
                               and k.user_agent = u.user_agent and k.network = u.network)
                and (select count(*) from (select from key_usage_hours k where k.project_id = u.project_id and k.hour = u.hour
                                            limit max_uses_an_hour) known) >= max_uses_an_hour as is_beyond
      from json_to_recordset(uses) u (project_id uuid, hour timestamptz, kind text, user_agent text, network text, calls bigint,
                                      last_used_at timestamptz)
      join projects p on p.id = u.project_id and p.deleted_at is null and p.wipe_began_at is null
                         and (p.reset_at is null or u.last_used_at >= p.reset_at))
  insert into key_usage_hours as k (project_id, hour, kind, user_agent, network, calls, last_used_at)
  select project_id, hour, kind, case when is_beyond then '' else user_agent end as user_agent,
         case when is_beyond then '' else network end as network, sum(calls), max(last_used_at)
    from used group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (project_id, hour, kind, user_agent, network) do update
     set calls = k.calls + excluded.calls, last_used_at = greatest(k.last_used_at, excluded.last_used_at);

  insert into first_key_uses (project_id, used_at)
  select u.project_id, min(u.last_used_at)
    from json_to_recordset(uses) u (project_id uuid, last_used_at timestamptz)
    join projects p on p.id = u.project_id and p.deleted_at is null
   group by u.project_id order by u.project_id
  on conflict do nothing
$$;

revoke execute on function write_logged_calls from public;
grant execute on function write_logged_calls to postrider_worker;
