-- A graph of steps that each contact runs through by itself. Three new tables; nothing else is touched.
create table workflows (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  enabled boolean not null default false,
  trigger_type text not null default 'EVENT' check (trigger_type in ('EVENT', 'MANUAL', 'SCHEDULE')),
  -- { eventName }, { schedule, timezone, segmentId or audienceCondition }, or null.
  trigger_config jsonb,
  allow_reentry boolean not null default false,
  -- Grows with every change of meaning (D-933).
  version int not null default 1 check (version > 0),
  paused_at timestamptz(3),
  paused_reason text check (paused_reason in ('REPUTATION')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id),
  check ((paused_at is null) = (paused_reason is null))
);
comment on table workflows is 'feature: workflows';
create index workflows_created on workflows (project_id, created_at, id);
select make_tenant_table('workflows');

create table workflow_steps (
  project_id uuid not null,
  workflow_id uuid not null,
  id uuid not null,
  type text not null check (type in
    ('TRIGGER', 'SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK', 'UPDATE_CONTACT', 'EXIT')),
  name text not null,
  x double precision not null,
  y double precision not null,
  -- What a caller sent, checked; that of TRIGGER is the trigger of the workflow and not kept here.
  config jsonb not null,
  template_id uuid check (template_id is null or type = 'SEND_EMAIL'),
  -- Counts within the workflow, by creation; ids of one transaction have no order.
  number int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id),
  foreign key (project_id, workflow_id) references workflows (project_id, id) on delete cascade,
  -- A template that a step uses is not deleted (D-506).
  foreign key (project_id, template_id) references templates (project_id, id)
);
comment on table workflow_steps is 'feature: workflows';
create unique index workflow_steps_trigger on workflow_steps (project_id, workflow_id) where type = 'TRIGGER';
create unique index workflow_steps_number on workflow_steps (project_id, workflow_id, number);
create index workflow_steps_template on workflow_steps (project_id, template_id) where template_id is not null;
select make_tenant_table('workflow_steps');

create table workflow_transitions (
  project_id uuid not null,
  workflow_id uuid not null,
  id uuid not null,
  from_step_id uuid not null,
  to_step_id uuid not null check (to_step_id <> from_step_id),
  branch text,
  -- Kept for callers; no effect (D-907).
  priority int not null default 0,
  -- Kept by the service, from TRIGGER, until a caller adds one (D-908).
  automatic boolean not null default false,
  number int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id),
  foreign key (project_id, workflow_id) references workflows (project_id, id) on delete cascade,
  foreign key (project_id, from_step_id) references workflow_steps (project_id, id) on delete cascade,
  foreign key (project_id, to_step_id) references workflow_steps (project_id, id) on delete cascade
);
comment on table workflow_transitions is 'feature: workflows';
-- A branch leads to one step; a step without branches has the branch null.
create unique index workflow_transitions_branch on workflow_transitions (project_id, from_step_id, coalesce(branch, ''));
create unique index workflow_transitions_number on workflow_transitions (project_id, workflow_id, number);
create index workflow_transitions_into on workflow_transitions (project_id, to_step_id);
select make_tenant_table('workflow_transitions');
