-- As enter_with_key, for the public key, which every visitor has: counted by the client's address first. What an address has
-- too much is not charged to the project, so one visitor cannot shut out the others. `address_most` 0: no such limit.
set local role postrider_dispatch;
create or replace function enter_with_public_key(
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

revoke execute on function enter_with_public_key from public;
grant execute on function enter_with_public_key to postrider_app;
