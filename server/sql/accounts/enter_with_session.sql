-- Finds a session and counts the request, in one call.
set local role postrider_dispatch;
create or replace function enter_with_session(wanted_hash text, wanted_project uuid, idle_seconds int, most int, window_seconds int)
returns table (session_id uuid, user_id uuid, role text, disabled_reason text, used int, reset_seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  is_unseen boolean;
begin
  select s.session_id, s.user_id, s.role, s.disabled_reason, s.is_unseen
    into session_id, user_id, role, disabled_reason, is_unseen
    from find_session(wanted_hash, wanted_project, idle_seconds) s;
  if not found then return; end if;
  -- A logged write for each request would cost a flush each.
  if is_unseen then
    update sessions set last_seen_at = clock_timestamp() where id = session_id;
  end if;
  select c.used, c.reset_seconds into used, reset_seconds
    from consume_rate('user:' || user_id, most, window_seconds) c;
  return next;
end $$;

revoke execute on function enter_with_session from public;
grant execute on function enter_with_session to postrider_app;
