-- Finds the project of a key and counts the request, in one call. Each kind of key has a count of its own: a caller with the
-- public key cannot use up the requests of the secret one.
set local role postrider_dispatch;
create or replace function enter_with_key(wanted_hash text, wanted_kind text, most int, window_seconds int)
returns table (project_id uuid, key_last4 text, disabled_reason text, used int, reset_seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  select k.project_id, k.key_last4, k.disabled_reason into project_id, key_last4, disabled_reason
    from find_key(wanted_hash, wanted_kind) k;
  if not found then return; end if;
  select c.used, c.reset_seconds into used, reset_seconds
    from consume_rate('project:' || project_id || ':' || wanted_kind, most, window_seconds) c;
  return next;
end $$;

revoke execute on function enter_with_key from public;
grant execute on function enter_with_key to postrider_app;
