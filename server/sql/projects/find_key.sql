-- The project of a key. Serves alone when the shared counter cannot be reached.
-- Why plpgsql: its plans are kept between calls.
set local role postrider_dispatch;
create or replace function find_key(wanted_hash text, wanted_kind text)
returns table (project_id uuid, key_last4 text, disabled_reason text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select k.project_id, k.last4, p.disabled_reason
      from api_keys k join projects p on p.id = k.project_id
     where k.hash = decode(wanted_hash, 'hex') and k.kind = wanted_kind;
end $$;

revoke execute on function find_key from public;
grant execute on function find_key to postrider_app;
