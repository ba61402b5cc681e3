-- Calls of WEBHOOK steps, and the secret of a project that signs them. New tables; nothing else is touched.

-- Made when it is first needed. Both values are sealed; a reset keeps them.
create table webhook_secrets (
  project_id uuid primary key references projects (id) on delete cascade,
  secret text not null,
  created_at timestamptz(3) not null,
  -- The one before it signs as well until then.
  previous_secret text,
  previous_valid_until timestamptz(3),
  check ((previous_secret is null) = (previous_valid_until is null))
);
comment on table webhook_secrets is 'feature: projects';
select make_tenant_table('webhook_secrets');
create policy dispatch on webhook_secrets to postrider_dispatch using (true);
grant select (project_id) on webhook_secrets to postrider_dispatch;

-- The open WEBHOOK step of an execution: the request as it is sent by every attempt (D-938). The id is the step execution's.
-- Why without references: an execution moves to another table when it ends, and then its calls are looked at once more and deleted.
create table workflow_calls (
  project_id uuid not null,
  id uuid not null,
  execution_id uuid not null,
  workflow_id uuid not null,
  contact_id uuid not null,
  url text not null,
  method text collate "C" not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  headers jsonb not null,
  -- Null: none, with GET.
  body bytea,
  primary key (project_id, id)
);
comment on table workflow_calls is 'feature: workflows';
select make_spool_table('workflow_calls');
create index workflow_calls_contact on workflow_calls (project_id, contact_id);
