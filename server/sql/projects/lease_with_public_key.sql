-- As lease_with_key, for the public key, which every visitor has: counted by the client's address first. What an address has too
-- much is not charged to the project, so one visitor cannot shut out the others. `address_most` 0: no such limit.
-- Nothing is counted where nothing is taken.
set local role postrider_dispatch;
create or replace function lease_with_public_key(
  wanted_hash text, wanted_kind text, most int, window_seconds int, taken int,
  client_address text, address_most int, address_taken int
)
returns table (project_id uuid, key_last4 text, disabled_reason text, used int, reset_seconds int,
               address_used int, address_reset_seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  select k.project_id, k.last4, p.disabled_reason into project_id, key_last4, disabled_reason
    from api_keys k join projects p on p.id = k.project_id
   where k.hash = decode(wanted_hash, 'hex') and k.kind = wanted_kind;
  if not found then return; end if;
  if address_most > 0 and address_taken > 0 then
    select l.used, l.reset_seconds into address_used, address_reset_seconds
      from lease_rate('public:' || client_address, address_most, window_seconds, address_taken) l;
  end if;
  if taken > 0 and coalesce(address_used - address_taken, -1) < address_most then
    select l.used, l.reset_seconds into used, reset_seconds
      from lease_rate('project:' || project_id || ':' || wanted_kind, most, window_seconds, taken) l;
  end if;
  return next;
end $$;

revoke execute on function lease_with_public_key from public;
grant execute on function lease_with_public_key to postrider_app;
