-- Finds the project of a key and counts requests ahead, in one call. Each kind of key has a count of its own: a caller with the
-- public key cannot use up the requests of the secret one. Nothing is counted where nothing is taken.
-- Why the look-up of find_keys is repeated here: the call of a function with a search path of its own costs more than the look-up.
set local role postrider_dispatch;
create or replace function lease_with_key(wanted_hash text, wanted_kind text, most int, window_seconds int, taken int)
returns table (project_id uuid, key_last4 text, disabled_reason text, used int, reset_seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  select k.project_id, k.last4, p.disabled_reason into project_id, key_last4, disabled_reason
    from api_keys k join projects p on p.id = k.project_id
   where k.hash = decode(wanted_hash, 'hex') and k.kind = wanted_kind;
  if not found then return; end if;
  if taken > 0 then
    select l.used, l.reset_seconds into used, reset_seconds
      from lease_rate('project:' || project_id || ':' || wanted_kind, most, window_seconds, taken) l;
  end if;
  return next;
end $$;

revoke execute on function lease_with_key from public;
grant execute on function lease_with_key to postrider_app;
