-- How many executions started in each quarter of an hour, counted by the statement that starts them (docs/decisions/0032-figures.md). A
-- new table, filled from the executions that there are; rows of the previous version that start meanwhile are not counted.
create table workflow_starts (
  project_id uuid not null,
  -- The beginning of a quarter of an hour in UTC.
  quarter timestamptz(0) not null,
  -- Each connection writes rows of its own; they are added to slot 0 an hour after the quarter.
  slot smallint not null,
  started bigint not null,
  primary key (project_id, quarter, slot)
) with (fillfactor = 70);
comment on table workflow_starts is 'feature: workflows';
create index workflow_starts_unfolded on workflow_starts (quarter) where slot <> 0;
select make_tenant_table('workflow_starts');
create policy dispatch on workflow_starts to postrider_dispatch using (true) with check (true);
grant select, insert, update, delete on workflow_starts to postrider_dispatch;

insert into workflow_starts (project_id, quarter, slot, started)
select project_id, date_bin('15 minutes', started_at, timestamptz '2000-01-01 00:00:00+00'), 0, count(*)
  from (select project_id, started_at from executions union all select project_id, started_at from finished_executions) x
 group by 1, 2;
