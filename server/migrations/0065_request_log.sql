-- The request log: API calls of projects, by day, written in batches beside the requests themselves. New tables alone; no lock is held.
-- Beside the previous version: it writes no lines, and its schedule makes and drops the partitions as it does for other tables.
alter table retention_rules drop constraint retention_rules_period_check;
alter table retention_rules add constraint retention_rules_period_check check (period in ('day', 'week', 'month'));

-- Why no foreign key to projects: a project that was deleted a moment ago must not keep the lines of others from being written.
create table logged_calls (
  project_id uuid not null,
  -- The request id; it begins with the time of the call.
  id uuid not null,
  -- More than 0: the line stands for so many calls that were left out, and has nothing else.
  left_out int not null default 0,
  method text collate "C",
  path text collate "C",
  status smallint,
  duration_ms real,
  identity text collate "C" check (identity in ('secret', 'public', 'session')),
  key_last4 text,
  user_id uuid,
  client_address text,
  user_agent text,
  idempotency_key text,
  error_code text collate "C",
  error_message text,
  suggestion text,
  is_deprecated boolean not null default false,
  content_type text,
  -- Names of the headers, with commas between.
  header_names text,
  request_body text,
  response_body text,
  ignored_fields text[],
  -- Every id that path and bodies name.
  named_ids uuid[],
  primary key (project_id, id)
) partition by range (id);
comment on table logged_calls is 'feature: request-log';
create index logged_calls_errors on logged_calls (project_id, id) where status >= 400;
select make_tenant_table('logged_calls');
select make_partitioned_table('logged_calls', 'id', 'day', setting => 'REQUEST_LOG_DAYS');
create policy dispatch on logged_calls to postrider_dispatch using (true);
grant insert on logged_calls to postrider_dispatch;

-- Contacts that were deleted, until the lines that name them have lost their contents.
create table logged_call_erasures (
  project_id uuid not null,
  contact_id uuid not null,
  deleted_at timestamptz(3) not null,
  primary key (project_id, contact_id)
);
comment on table logged_call_erasures is 'feature: request-log';
select make_tenant_table('logged_call_erasures');
create policy dispatch on logged_call_erasures to postrider_dispatch using (true);
grant select on logged_call_erasures to postrider_dispatch;

-- Calls with the keys of a project, by hour.
create table key_usage_hours (
  project_id uuid not null,
  hour timestamptz(3) not null,
  kind text collate "C" not null check (kind in ('secret', 'public')),
  -- Both empty: the sum of the public key, or of what came after too many different ones.
  user_agent text collate "C" not null,
  network text collate "C" not null,
  calls bigint not null,
  last_used_at timestamptz(3) not null,
  primary key (project_id, hour, kind, user_agent, network)
) with (fillfactor = 70);
comment on table key_usage_hours is 'feature: request-log';
create index key_usage_hours_hour on key_usage_hours (hour);
select make_tenant_table('key_usage_hours');
select make_expiring_table('key_usage_hours', 'hour', '2 days');
create policy dispatch on key_usage_hours to postrider_dispatch using (true);
grant select, insert, update on key_usage_hours to postrider_dispatch;
