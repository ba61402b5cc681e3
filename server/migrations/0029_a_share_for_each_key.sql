-- Each kind of key has a count of its own: whoever holds the public key cannot use up the requests of the secret one.
-- Same name and arguments as before, so that processes of the previous version go on with it. Only its owner may replace it.
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
set local role postrider_owner;

-- The same for the public key, which is in every visitor's hands: counted by the client's address first. What an address
-- has too much is not charged to the project, so one visitor cannot shut out the others. `address_most` 0: no such limit.
create function enter_with_public_key(
  wanted_hash text, wanted_kind text, most int, window_seconds int, client_address text, address_most int
)
returns table (project_id uuid, key_last4 text, disabled_reason text, used int, reset_seconds int,
               address_used int, address_reset_seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  select k.project_id, k.key_last4, k.disabled_reason into project_id, key_last4, disabled_reason
    from find_key(wanted_hash, wanted_kind) k;
  if not found then return; end if;
  if address_most > 0 then
    select c.used, c.reset_seconds into address_used, address_reset_seconds
      from consume_rate('public:' || client_address, address_most, window_seconds) c;
  end if;
  if coalesce(address_used, 0) <= address_most then
    select c.used, c.reset_seconds into used, reset_seconds
      from consume_rate('project:' || project_id || ':' || wanted_kind, most, window_seconds) c;
  end if;
  return next;
end $$;

-- Rights first: they pass to the new owner, who alone could take them away afterwards.
revoke execute on function enter_with_public_key from public;
grant execute on function enter_with_public_key to postrider_app;
alter function enter_with_public_key owner to postrider_dispatch;
