-- Functions are code since this migration: the files of server/sql, which the migrator applies after the migrations. And the
-- tables whose rows are kept for a while are registered here, for one schedule. See docs/decisions/0026-sql-functions.md.
-- New tables and functions alone; no lock is held. Beside the previous version: its own schedules do the same work with
-- their own functions, which stay until a later release.

-- Every text of a function file that this database had, and which of them it has now. The older ones stay, so that a process
-- of the previous version finds its own and knows that it is migrated.
create table sql_functions (
  -- `emails/gate_deliveries`
  name text collate "C" not null,
  hash text not null,
  -- The version of the program that applied it last.
  version text not null,
  is_current boolean not null,
  applied_at timestamptz(3) not null,
  primary key (name, hash)
);
comment on table sql_functions is 'platform: db';
grant select on sql_functions to postrider_app;

-- What is kept for how long. Written by migrations alone: it decides what the functions of server/sql/retention may delete.
create table retention_rules (
  table_name text collate "C" not null,
  -- The column that says how old a row is: an instant, or an id (UUIDv7).
  key text collate "C" not null,
  -- Whole partitions of this length are made ahead and dropped; null: rows are deleted.
  period text check (period in ('week', 'month')),
  -- Null: for ever, or as `setting` says.
  keep interval check (keep >= interval '0'),
  -- The setting that gives the days; 0 is for ever.
  setting text check (setting is null or keep is null),
  -- How many rows one call deletes.
  batch int not null default 1000 check (batch > 0),
  -- Of new partitions: the date in their names, and their fill factor.
  suffix text not null default 'YYYYMMDD',
  fill int not null default 100,
  primary key (table_name, key)
);
comment on table retention_rules is 'platform: retention';
grant select on retention_rules to postrider_app;

-- Called by a migration for each table that is partitioned by the range of `key`; the migrator then makes its partitions. The
-- default partition takes what no other takes, so that a row is never refused for want of a partition.
create function make_partitioned_table(
  name regclass, key text, period text, keep interval default null, setting text default null)
returns void language plpgsql as $$
begin
  execute format('create table %I partition of %s default', name::text || '_default', name);
  insert into retention_rules (table_name, key, period, keep, setting) values (name::text, key, period, keep, setting);
end $$;

-- Called by a migration for each table whose rows are deleted once `key` is older than `keep`.
create function make_expiring_table(name regclass, key text, keep interval) returns void language plpgsql as $$
begin
  if not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
                  where i.indrelid = name and a.attname = key) then
    raise exception '% needs an index that begins with %', name, key;
  end if;
  insert into retention_rules (table_name, key, keep) values (name::text, key, keep);
end $$;

insert into retention_rules (table_name, key, period, keep, setting, batch, suffix, fill) values
  ('events', 'created_at', 'month', null, 'EVENT_RETENTION_DAYS', 10000, 'YYYYMM', 100),
  ('emails', 'id', 'month', null, null, 1000, 'YYYYMMDD', 85),
  ('delivery_attempts', 'email_id', 'month', '90 days', null, 1000, 'YYYYMMDD', 100),
  -- A little more than a year, so that mails can be compared with last year's.
  ('tracking_hits', 'email_id', 'month', '400 days', null, 5000, 'YYYYMMDD', 100),
  -- Rows may hold files of many megabytes; a batch must fit into the time limit of one call.
  ('email_contents', 'id', 'week', null, 'EMAIL_BODY_DAYS', 200, 'YYYYMMDD', 100),
  -- A mail is closed at most three days after it was accepted; its files are kept a week longer.
  ('email_attachments', 'id', 'week', '10 days', null, 200, 'YYYYMMDD', 100),
  ('inbox_messages', 'id', 'week', '7 days', null, 200, 'YYYYMMDD', 100);

select make_expiring_table('idempotency_keys', 'expires_at', '1 hour');
select make_expiring_table('rate_limits', 'resets_at', '1 minute');
-- As accounts/session.ts: 7 days without a request, 30 in all; old links are told apart from unknown ones for 30 days.
select make_expiring_table('sessions', 'expires_at', '0');
select make_expiring_table('sessions', 'last_seen_at', '7 days');
select make_expiring_table('account_tokens', 'expires_at', '30 days');
select make_expiring_table('received_mails', 'received_at', '7 days');
select make_expiring_table('email_delays', 'at', '90 days');
select make_expiring_table('inbound_reports', 'received_at', '7 days');

-- Schedules that the one for all tables replaces. A worker of the previous version that starts later brings its own back;
-- nobody runs them then, and one waiting task each is all that is left.
do $$
begin
  if to_regclass('queue.schedule') is null then return; end if;
  delete from queue.schedule where name = any (array[
    'schedule.clean-idempotency-keys', 'schedule.clean-rate-limits', 'schedule.accounts.forget-expired',
    'schedule.turn-event-months', 'schedule.emails.turn-partitions', 'schedule.emails.turn-tracking-months',
    'schedule.emails.forget-received', 'schedule.inbound.forget-reports']);
end $$;
