-- Deletes counts of days whose events are about to be dropped with their month, a batch at a time. Returns how many, of
-- counts or of quarters, whichever were more.
set local role postrider_dispatch;
create or replace function expire_event_counts(keep_days int, most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- The first day of the oldest month that is kept.
  first_day date := date_trunc('month', now() at time zone 'UTC' - make_interval(days => keep_days))::date;
  gone bigint;
  quarters_gone bigint;
begin
  if keep_days < 1 then raise exception 'events are kept for a day at least'; end if;
  perform pg_advisory_xact_lock(70215443, 8);
  delete from event_quarters where ctid = any (array(
    select q.ctid from event_quarters q where q.quarter < first_day::timestamp at time zone 'UTC' limit most));
  get diagnostics quarters_gone = row_count;
  with old as (
    select c.project_id, c.day, c.name, c.gap from event_counts c where c.day < first_day limit most),
  dropped as (
    delete from event_counts c using old
     where c.project_id = old.project_id and c.day = old.day and c.name = old.name and c.gap = old.gap
    returning c.project_id, c.name, c.count),
  named as (
    update event_names n set total = n.total - s.count
      from (select d.project_id, d.name, sum(d.count) as count from dropped d group by 1, 2) s
     where n.project_id = s.project_id and n.name = s.name)
  select count(*) into gone from dropped;
  return greatest(gone, quarters_gone);
end $$;

revoke execute on function expire_event_counts from public;
grant execute on function expire_event_counts to postrider_worker;
