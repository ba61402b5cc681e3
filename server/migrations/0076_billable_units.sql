-- Billable units: mails handed over, and received. See features/billing. New tables alone.
-- Beside the previous version: mail that it hands over is not billed.

-- Mails by the hour in which their hand-over became known: the sum over the slots, which spread writers. Nothing is ever taken back.
create table billing_units (
  project_id uuid not null references projects (id) on delete cascade,
  category text collate "C" not null check (category in ('transactional', 'campaigns', 'workflows', 'inbound')),
  hour timestamptz(3) not null,
  period_start timestamptz(3) not null,
  -- Who pays; empty: nobody did then, and nothing is reported.
  customer_id text collate "C" not null,
  slot smallint not null,
  units bigint not null,
  -- Those that are in a meter event; less than `units` only while the row is open.
  reported bigint not null default 0,
  -- The row is reported from then on: hour or period have ended a while ago.
  closes_at timestamptz(3) not null,
  is_open boolean not null,
  primary key (project_id, category, hour, period_start, customer_id, slot),
  check (units >= reported)
) with (fillfactor = 50);
comment on table billing_units is 'feature: billing';
create index billing_units_open on billing_units (project_id, closes_at) where is_open;
create index billing_units_hour on billing_units (hour);
select make_tenant_table('billing_units');
select make_expiring_table('billing_units', 'hour', '400 days');
create policy dispatch on billing_units to postrider_dispatch using (true);
grant select (project_id, closes_at, is_open) on billing_units to postrider_dispatch;

-- What is reported to the payment provider. It outlives the project: mail that was handed over is billed.
create table meter_events (
  project_id uuid not null,
  category text collate "C" not null,
  hour timestamptz(3) not null,
  part int not null,
  customer_id text collate "C" not null,
  units bigint not null check (units > 0),
  -- The time of the event: the hour, or the beginning of the period within it.
  at timestamptz(3) not null,
  -- STOPPED: not sent again, and shown to the operator.
  state text collate "C" not null check (state in ('WAITING', 'COUNTED', 'STOPPED')),
  due_at timestamptz(3) not null,
  tries int not null default 0,
  -- Since when a try may have been counted without our knowing.
  unclear_since timestamptz(3),
  reason text,
  created_at timestamptz(3) not null,
  primary key (project_id, category, hour, part)
);
comment on table meter_events is 'feature: billing';
create index meter_events_waiting on meter_events (due_at) where state = 'WAITING';
create index meter_events_customer on meter_events (customer_id) where state = 'WAITING';
create index meter_events_created_at on meter_events (created_at);
select make_instance_table('meter_events');
select make_expiring_table('meter_events', 'created_at', '400 days');
