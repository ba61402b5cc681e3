-- Webhook endpoints, what waits to be sent to them, and the log of what was. New tables alone; nothing else is touched.

-- Both secrets are sealed. A reset keeps endpoints.
create table webhook_endpoints (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  url text not null,
  description text,
  -- The patterns as they were given.
  events text[] not null,
  -- What they match: names under which events are recorded, and how names begin; `*` is the empty beginning.
  names text[] not null,
  prefixes text[] not null,
  enabled boolean not null,
  disabled_reason text collate "C" check (disabled_reason in ('USER', 'GONE', 'FAILING')),
  secret text not null,
  secret_last4 text not null,
  -- The one before it signs as well until then.
  previous_secret text,
  previous_valid_until timestamptz(3),
  -- Calls that failed since the last that succeeded.
  failures int not null default 0,
  failing_since timestamptz(3),
  -- While it fails: calls since then, and when the next one is made.
  probes int not null default 0,
  next_probe_at timestamptz(3),
  -- When its team got a mail about the failure.
  mailed_at timestamptz(3),
  last_success_at timestamptz(3),
  abandoned bigint not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id),
  check (enabled = (disabled_reason is null)),
  check ((failing_since is null) = (next_probe_at is null)),
  check ((previous_secret is null) = (previous_valid_until is null))
);
comment on table webhook_endpoints is 'feature: webhooks';
select make_tenant_table('webhook_endpoints');
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null;
create policy dispatch on webhook_endpoints to postrider_dispatch using (true);
grant select (project_id, id, enabled, disabled_reason, failing_since, next_probe_at, mailed_at)
  on webhook_endpoints to postrider_dispatch;

-- The due row of an endpoint: one worker at a time sends its deliveries. Due when the first of them is, and never while there are none.
create table webhook_queues (
  project_id uuid not null,
  -- The endpoint's.
  id uuid not null,
  primary key (project_id, id),
  foreign key (project_id, id) references webhook_endpoints (project_id, id) on delete cascade
);
comment on table webhook_queues is 'feature: webhooks';
select make_spool_table('webhook_queues');

-- What waits to be sent. The event is referred to, its contents are read when they are sent (D-1051).
-- Why without references: endpoints and events are deleted at once, the rows that name them in portions afterwards.
create table webhook_deliveries (
  project_id uuid not null,
  endpoint_id uuid not null,
  -- Begins with the moment at which it was made.
  id uuid not null,
  event_id uuid not null,
  event_at timestamptz(3) not null,
  contact_id uuid not null,
  type text not null,
  due_at timestamptz(3) not null,
  tries smallint not null default 0,
  -- What came of the tries; null before the first.
  attempts jsonb,
  primary key (project_id, endpoint_id, id)
) with (fillfactor = 85, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
comment on table webhook_deliveries is 'feature: webhooks';
select make_tenant_table('webhook_deliveries');
create index webhook_deliveries_due on webhook_deliveries (project_id, endpoint_id, due_at, id);
create index webhook_deliveries_contact on webhook_deliveries (project_id, contact_id);
create policy dispatch on webhook_deliveries to postrider_dispatch using (true);
grant select (project_id, endpoint_id, id, due_at) on webhook_deliveries to postrider_dispatch;

-- What has ended, for 30 days.
create table webhook_delivery_log (
  project_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  event_at timestamptz(3) not null,
  contact_id uuid not null,
  type text not null,
  status text collate "C" not null check (status in ('succeeded', 'failed', 'abandoned')),
  attempts jsonb,
  primary key (project_id, endpoint_id, id)
) partition by range (id);
comment on table webhook_delivery_log is 'feature: webhooks';
create index webhook_delivery_log_contact on webhook_delivery_log (project_id, contact_id);
create index webhook_delivery_log_unsuccessful on webhook_delivery_log (project_id, endpoint_id, id) where status <> 'succeeded';
select make_tenant_table('webhook_delivery_log');
select make_partitioned_table('webhook_delivery_log', 'id', 'week', keep => '30 days');
