-- Which of these callers would still be let in, by their numbers: the secret key of a project that is not disabled, or the live session of
-- one of its team members. None of a project that another installation has: their streams go on there. Nothing is counted, and the session
-- is not seen.
set local role postrider_dispatch;
create or replace function find_live_callers(hashes text[], kinds text[], wanted_projects uuid[], idle_seconds int)
returns table (number int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select c.number::int
      from unnest((select hashes), (select kinds), (select wanted_projects)) with ordinality c (hash, kind, project_id, number)
     where case c.kind
             when 'secret' then exists (
               select from api_keys k join projects p on p.id = k.project_id
                where k.hash = decode(c.hash, 'hex') and k.kind = 'secret' and k.project_id = c.project_id
                  and p.disabled_reason is null and p.moved_at is null)
             else exists (
               select from sessions s join memberships m on m.user_id = s.user_id and m.project_id = c.project_id
                 join projects p on p.id = m.project_id and p.moved_at is null
                where s.token_hash = decode(c.hash, 'hex') and s.expires_at > clock_timestamp()
                  and s.last_seen_at > clock_timestamp() - make_interval(secs => idle_seconds))
           end;
end $$;

revoke execute on function find_live_callers from public;
grant execute on function find_live_callers to postrider_app;
