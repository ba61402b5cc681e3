-- Adds rows of connections to slot 0, an hour after their quarter. Returns how many there were. A row that is being written is left for
-- the next fold.
set local role postrider_dispatch;
create or replace function fold_workflow_starts(most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  folded bigint;
begin
  perform pg_advisory_xact_lock(70215443, 60);
  with old as materialized (
    select s.project_id, s.quarter, s.slot from workflow_starts s
     where s.slot <> 0 and s.quarter < now() - interval '75 minutes' limit most for update skip locked),
  gone as (
    delete from workflow_starts s using old o where s.project_id = o.project_id and s.quarter = o.quarter and s.slot = o.slot
    returning s.*),
  kept as (
    insert into workflow_starts as s (project_id, quarter, slot, started)
    select project_id, quarter, 0, sum(started) from gone group by 1, 2
    on conflict (project_id, quarter, slot) do update set started = s.started + excluded.started)
  select count(*) into folded from gone;
  return folded;
end $$;

revoke execute on function fold_workflow_starts from public;
grant execute on function fold_workflow_starts to postrider_worker;
