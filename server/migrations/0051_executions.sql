-- Executions of workflows. New tables, and new columns without a rewrite of rows. Beside the previous version: it starts no execution,
-- and what it saves of a workflow has no version yet, so the worker of this version makes it when it is needed.

alter table workflows
  -- The event that starts it, in its recorded form; null while the trigger is another or names none.
  add column trigger_event text collate "C",
  -- Every execution that started up to this moment is cancelled, whether its row is closed yet or not (D-944).
  add column cancelled_through timestamptz;
update workflows set trigger_event = trigger_config ->> 'eventName' where trigger_type = 'EVENT';
create index workflows_trigger on workflows (project_id, trigger_event)
  where enabled and paused_at is null and trigger_event is not null;

-- The graph as it was in one version, shared by all executions that started with it (D-933).
create table workflow_versions (
  project_id uuid not null,
  workflow_id uuid not null,
  version int not null,
  graph jsonb not null,
  -- The templates that its steps send; they are not deleted while an execution may need them (D-506).
  template_ids uuid[] not null,
  created_at timestamptz(3) not null,
  primary key (project_id, workflow_id, version)
);
comment on table workflow_versions is 'feature: workflows';
select make_tenant_table('workflow_versions');

-- Who has entered a workflow. A row outlives its executions and goes with contact or workflow (D-926).
create table workflow_entries (
  project_id uuid not null,
  workflow_id uuid not null,
  contact_id uuid not null,
  -- The last execution that was not cancelled, or the active one.
  execution_id uuid,
  -- When the active execution started; null when none is active.
  active_since timestamptz,
  -- Whether one has come to an end other than a cancellation.
  has_finished boolean not null default false,
  -- How often the contact has entered since hour_began (D-935).
  hour_began timestamptz not null,
  entries smallint not null default 1,
  primary key (project_id, workflow_id, contact_id)
) with (fillfactor = 80);
comment on table workflow_entries is 'feature: workflows';
create index workflow_entries_contact on workflow_entries (project_id, contact_id);
select make_tenant_table('workflow_entries');

-- Active executions: one due row each, with all that is needed to go on. A finished one moves to finished_executions.
-- Why without references: the row of a workflow that starts thousands in a second must not be locked by each of them.
create table executions (
  project_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  version int not null,
  contact_id uuid not null,
  status text collate "C" not null default 'RUNNING' check (status in ('RUNNING', 'WAITING')),
  -- Null until a worker has begun it; then it is not counted yet either.
  step_id uuid,
  -- The open step: its id, how many ended before it, and its state (OpenStep without what is empty).
  step_execution_id uuid,
  steps_ended smallint not null default 0,
  open jsonb,
  -- The arrival at that step (D-934).
  arrived_at timestamptz(3) not null,
  -- Null for an empty one.
  context jsonb,
  -- The event that started it or ended its last wait; it does not count again.
  last_event_id uuid,
  -- The event that ended its wait, until a worker goes on with it: { eventId, data, at }.
  woken_by jsonb,
  depth smallint not null,
  is_public boolean not null,
  trigger_type text collate "C" not null check (trigger_type in ('EVENT', 'MANUAL', 'SCHEDULE')),
  trigger_event_id uuid,
  trigger_event text,
  scheduled_at timestamptz(3),
  key text,
  -- Due, and set aside until its project is enabled again (D-928).
  is_held boolean not null default false,
  started_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
);
comment on table executions is 'feature: workflows';
select make_spool_table('executions');
create index executions_list on executions (project_id, workflow_id, id);
create index executions_running on executions (project_id, workflow_id, id) where status = 'RUNNING';
create index executions_step on executions (project_id, workflow_id, step_id, id);
create index executions_contact on executions (project_id, contact_id, workflow_id);
create index executions_held on executions (project_id) where is_held;
grant select (is_held) on executions to postrider_dispatch;

-- Executions that wait for an event of their contact. Who removes the row decides what happens to the execution.
create table execution_waits (
  project_id uuid not null,
  contact_id uuid not null,
  -- In its recorded form.
  name text collate "C" not null,
  execution_id uuid not null,
  primary key (project_id, contact_id, name, execution_id)
);
comment on table execution_waits is 'feature: workflows';
create index execution_waits_execution on execution_waits (project_id, execution_id);
select make_tenant_table('execution_waits');

-- Executions that have ended, by the month of their end.
create table finished_executions (
  project_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  version int not null,
  -- Null once the contact was deleted; then context is null too (D-947).
  contact_id uuid,
  status text collate "C" not null check (status in ('COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')),
  exit_reason text,
  -- The last step it was at.
  step_id uuid not null,
  context jsonb,
  trigger_type text collate "C" not null,
  trigger_event_id uuid,
  trigger_event text,
  scheduled_at timestamptz(3),
  key text,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3) not null
) partition by range (completed_at);
comment on table finished_executions is 'feature: workflows';
create index finished_executions_id on finished_executions (project_id, id);
create index finished_executions_list on finished_executions (project_id, workflow_id, status, id);
create index finished_executions_contact on finished_executions (project_id, contact_id, workflow_id);
select make_tenant_table('finished_executions');
select make_partitioned_table('finished_executions', 'completed_at', 'month', setting => 'WORKFLOW_HISTORY_DAYS');

-- Steps that have ended, by the month of their end; written once.
create table step_executions (
  project_id uuid not null,
  id uuid not null,
  execution_id uuid not null,
  workflow_id uuid not null,
  step_id uuid not null,
  -- Counts the steps of an execution, from 0.
  number smallint not null,
  name text not null,
  type text collate "C" not null,
  status text collate "C" not null check (status in ('COMPLETED', 'FAILED', 'SKIPPED')),
  branch text,
  scheduled_for timestamptz(3),
  execute_after timestamptz(3),
  attempt smallint not null,
  output jsonb,
  error jsonb,
  started_at timestamptz(3),
  completed_at timestamptz(3) not null
) partition by range (completed_at);
comment on table step_executions is 'feature: workflows';
create index step_executions_execution on step_executions (project_id, execution_id);
select make_tenant_table('step_executions');
select make_partitioned_table('step_executions', 'completed_at', 'month', setting => 'WORKFLOW_HISTORY_DAYS');

-- Keys of starts by hand, for 24 h (D-943).
create table execution_keys (
  project_id uuid not null,
  workflow_id uuid not null,
  key text collate "C" not null,
  execution_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (project_id, workflow_id, key)
);
comment on table execution_keys is 'feature: workflows';
create index execution_keys_created on execution_keys (created_at);
select make_tenant_table('execution_keys');
select make_expiring_table('execution_keys', 'created_at', '24 hours');

-- How many executions of a version are where; several rows by slot, so that workers do not wait for each other. An execution is counted
-- by the worker that begins it, not by the transaction that starts it.
create table workflow_counts (
  project_id uuid not null,
  workflow_id uuid not null,
  version int not null,
  slot smallint not null,
  started bigint not null default 0,
  running bigint not null default 0,
  waiting bigint not null default 0,
  completed bigint not null default 0,
  exited bigint not null default 0,
  failed bigint not null default 0,
  cancelled bigint not null default 0,
  -- When the last of them ended.
  ended_at timestamptz,
  primary key (project_id, workflow_id, version, slot)
) with (fillfactor = 50);
comment on table workflow_counts is 'feature: workflows';
select make_tenant_table('workflow_counts');

create table workflow_step_counts (
  project_id uuid not null,
  workflow_id uuid not null,
  step_id uuid not null,
  slot smallint not null,
  entered bigint not null default 0,
  completed bigint not null default 0,
  failed bigint not null default 0,
  skipped bigint not null default 0,
  primary key (project_id, workflow_id, step_id, slot)
) with (fillfactor = 50);
comment on table workflow_step_counts is 'feature: workflows';
select make_tenant_table('workflow_step_counts');

-- What the problems of a workflow and its list say of the last 24 hours, by hour.
create table workflow_hours (
  project_id uuid not null,
  workflow_id uuid not null,
  hour timestamptz not null,
  failed bigint not null default 0,
  -- Entries that depth or the limit of 10 in an hour has stopped (D-935).
  loops_stopped bigint not null default 0,
  -- Times of a schedule that passed while the one before was under way (D-942).
  times_skipped bigint not null default 0,
  primary key (project_id, workflow_id, hour)
);
comment on table workflow_hours is 'feature: workflows';
create index workflow_hours_hour on workflow_hours (hour);
select make_tenant_table('workflow_hours');
select make_expiring_table('workflow_hours', 'hour', '2 days');

-- One row for each workflow with a schedule that is enabled and not paused: due at its next time, then page by page while contacts enter
-- (D-942). The id is the workflow's.
create table workflow_schedules (
  project_id uuid not null,
  id uuid not null,
  -- The time for which contacts enter, or will.
  fires_at timestamptz(3) not null,
  -- While they enter: since when, the last contact looked at, the version and the audience of the beginning.
  began_at timestamptz(3),
  after_contact uuid,
  version int,
  audience jsonb,
  primary key (project_id, id),
  foreign key (project_id, id) references workflows (project_id, id) on delete cascade
);
comment on table workflow_schedules is 'feature: workflows';
select make_spool_table('workflow_schedules');
-- Those that are enabled already: a time that is older than an hour is skipped, so the worker looks for the next one.
insert into workflow_schedules (project_id, id, fires_at)
select project_id, id, now() - interval '1 hour' from workflows where enabled and trigger_type = 'SCHEDULE' and paused_at is null;

-- Versions that no execution needs any more are found across projects (projects_with_unused_versions).
create policy dispatch on workflows for select to postrider_dispatch using (true);
create policy dispatch on workflow_versions for select to postrider_dispatch using (true);
create policy dispatch on workflow_counts for select to postrider_dispatch using (true);
grant select (project_id, id, version, updated_at) on workflows to postrider_dispatch;
grant select (project_id, workflow_id, version) on workflow_versions to postrider_dispatch;
grant select (project_id, workflow_id, version, running, waiting, ended_at) on workflow_counts to postrider_dispatch;
grant select (workflow_id, version, step_id) on executions to postrider_dispatch;
grant select (version) on workflow_schedules to postrider_dispatch;
