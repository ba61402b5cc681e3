-- Events by quarter of an hour, kept by the fold of the counts, for periods that do not begin or end with a day of UTC
-- (docs/decisions/0032-figures.md). A new table, and a column of a table with one row. Earlier quarters stay without: the log is read for them.
create table event_quarters (
  project_id uuid not null,
  -- The beginning of a quarter of an hour in UTC.
  quarter timestamptz(0) not null,
  name text collate "C" not null,
  count bigint not null,
  primary key (project_id, quarter, name)
) with (fillfactor = 80);
comment on table event_quarters is 'feature: events';
create index event_quarters_quarter on event_quarters (quarter);
select make_tenant_table('event_quarters');
create policy dispatch on event_quarters to postrider_dispatch using (true) with check (true);
grant select, insert, update, delete on event_quarters to postrider_dispatch;

-- Folded events from this moment on have their quarters; null until the first fold of this version.
alter table event_mark add column quarters_from timestamptz(0);
