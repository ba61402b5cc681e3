-- The live session of a cookie, and its role in a project. Serves alone when the shared counter cannot be reached.
-- Why plpgsql: its plans are kept between calls.
set local role postrider_dispatch;
create or replace function find_session(wanted_hash text, wanted_project uuid, idle_seconds int)
returns table (session_id uuid, user_id uuid, role text, disabled_reason text, is_unseen boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select s.id, s.user_id, m.role, p.disabled_reason, s.last_seen_at < clock_timestamp() - interval '1 minute'
      from sessions s
      left join memberships m on m.project_id = wanted_project and m.user_id = s.user_id
      left join projects p on p.id = m.project_id
     where s.token_hash = decode(wanted_hash, 'hex') and s.expires_at > clock_timestamp()
       and s.last_seen_at > clock_timestamp() - make_interval(secs => idle_seconds);
end $$;

revoke execute on function find_session from public;
grant execute on function find_session to postrider_app;
