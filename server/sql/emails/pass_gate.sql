-- The gate for a worker that knows which server it has compared with its sent log (docs/decisions/0052). Nothing passes while sending is
-- paused, nor on a server that was started since: then there is one row without an id, which says why. Without `known_start` any server does.
set local role postrider_dispatch;
create or replace function pass_gate(
  projects uuid[], ids uuid[], fences uuid[], is_again boolean[], boot uuid, sandbox_domain text, known_start text)
returns table (verdict text, id uuid, attempt int, committing_at float8)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if exists (select from worker_pause) then
    return query select 'paused', null::uuid, null::int, null::float8;
  elsif known_start <> server_start() then
    return query select 'other-server', null::uuid, null::int, null::float8;
  else
    return query
    select 'open', g.id, g.attempt, g.committing_at
      from gate_deliveries(projects, ids, fences, is_again, boot, sandbox_domain) g;
  end if;
end $$;

revoke execute on function pass_gate from public;
grant execute on function pass_gate to postrider_worker;
