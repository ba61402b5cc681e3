-- Adds rows of connections to slot 0, an hour after their quarter. Returns how many rows there were.
-- Invariant: what leaves a row of a connection enters slot 0 with the same commit, so no sum changes. A row that is being written is
-- left for the next fold.
set local role postrider_dispatch;
create or replace function fold_contact_figures(most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  folded bigint;
begin
  perform pg_advisory_xact_lock(70215443, 84);
  with old as materialized (
    select f.project_id, f.quarter, f.source, f.slot from contact_figures f
     where f.slot <> 0 and f.quarter < now() - interval '75 minutes' limit most for update skip locked),
  gone as (
    delete from contact_figures f using old o
     where f.project_id = o.project_id and f.quarter = o.quarter and f.source = o.source and f.slot = o.slot
    returning f.*),
  kept as (
    insert into contact_figures as f
    select project_id, quarter, source, 0, sum(created), sum(deleted), sum(subscribed), sum(unsubscribed) from gone group by 1, 2, 3
    on conflict (project_id, quarter, source, slot) do update
       set created = f.created + excluded.created, deleted = f.deleted + excluded.deleted,
           subscribed = f.subscribed + excluded.subscribed, unsubscribed = f.unsubscribed + excluded.unsubscribed)
  select count(*) into folded from gone;
  return folded;
end $$;

revoke execute on function fold_contact_figures from public;
grant execute on function fold_contact_figures to postrider_worker;
