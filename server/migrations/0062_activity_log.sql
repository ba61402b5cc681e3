-- What happens in a project without being an event of a contact: what becomes of campaigns, acts of administrators of the installation,
-- and what becomes of mails that have no contact. A new table; nothing else is touched. The columns are those of `events` that the
-- activity reads, so one reader serves both.
create table activity_log (
  project_id uuid not null,
  created_at timestamptz(3) not null,
  id uuid not null,
  name text collate "C" not null,
  -- The mail it is about; null: it is about none.
  email_id uuid,
  is_test boolean check ((email_id is null) = (is_test is null)),
  data jsonb not null,
  primary key (project_id, created_at, id)
) partition by range (created_at);
comment on table activity_log is 'platform: activity-log';
create index activity_log_name on activity_log (project_id, name, created_at, id);
select make_tenant_table('activity_log');
revoke update on activity_log from postrider_app;
select make_partitioned_table('activity_log', 'created_at', 'month', '400 days');
