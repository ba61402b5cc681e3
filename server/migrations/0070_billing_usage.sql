-- Caps on mail, and how much of them is used. See features/billing.
-- New tables, and an empty column; no row is rewritten. Beside the previous version: mail that it accepts is not counted.

-- The caps that are set; no row: no cap.
create table billing_caps (
  project_id uuid not null references projects (id) on delete cascade,
  category text collate "C" not null check (category in ('transactional', 'campaigns', 'workflows', 'inbound')),
  cap bigint not null check (cap >= 0),
  primary key (project_id, category)
);
comment on table billing_caps is 'feature: billing';
select make_tenant_table('billing_caps');

-- Mails counted in a period, less those given back: the sum over the slots. Slot 0 is written by those who hold the row of the
-- cap; the others spread writers that wait for no cap, and may be below zero.
create table billing_usage (
  project_id uuid not null references projects (id) on delete cascade,
  category text collate "C" not null check (category in ('transactional', 'campaigns', 'workflows', 'inbound')),
  period_start timestamptz(3) not null,
  slot smallint not null,
  used bigint not null,
  primary key (project_id, category, period_start, slot)
) with (fillfactor = 50);
comment on table billing_usage is 'feature: billing';
select make_tenant_table('billing_usage');

-- Which part of a cap was reached, once in a period, and what was counted then.
create table billing_notices (
  project_id uuid not null references projects (id) on delete cascade,
  category text collate "C" not null check (category in ('transactional', 'campaigns', 'workflows', 'inbound')),
  period_start timestamptz(3) not null,
  percent smallint not null check (percent in (80, 100)),
  cap bigint not null,
  used bigint not null,
  resets_at timestamptz(3) not null,
  reached_at timestamptz(3) not null,
  primary key (project_id, category, period_start, percent)
);
comment on table billing_notices is 'feature: billing';
select make_tenant_table('billing_notices');

-- The period in which the mail was counted, so that it is given back there; null: not counted.
alter table deliveries add column counted_in timestamptz(3);
