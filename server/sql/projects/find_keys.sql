-- The projects of several keys. A key that nobody has gives no row.
-- Why one look-up for each: joined as a whole, the planner may read all keys. Why plpgsql: its plans are kept between calls.
set local role postrider_dispatch;
create or replace function find_keys(wanted_hashes text[], wanted_kinds text[])
returns table (hash text, kind text, project_id uuid, key_last4 text, disabled_reason text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select w.hash, w.kind, f.project_id, f.last4, f.disabled_reason
      from unnest((select wanted_hashes), (select wanted_kinds)) w (hash, kind) cross join lateral (
        select k.project_id, k.last4, p.disabled_reason
          from api_keys k join projects p on p.id = k.project_id
         where k.hash = decode(w.hash, 'hex') and k.kind = w.kind offset 0) f;
end $$;

revoke execute on function find_keys from public;
grant execute on function find_keys to postrider_app;
