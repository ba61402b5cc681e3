-- Who pays for a project: the customer at the payment provider, and what is known of the subscription. See features/billing.
-- Empty columns and new tables; no row is rewritten. Beside the previous version: it counts in calendar months until it is replaced.

-- The subscription that runs, as the provider had it last; all null: there is none. Period and status are written by features/billing
-- through features/projects, which shows them.
alter table projects add column subscription_status text;
alter table projects add column subscription_currency text;
alter table projects add column subscription_period_start timestamptz(3);
alter table projects add column subscription_period_end timestamptz(3);
alter table projects add constraint projects_subscription_whole check (
  num_nulls(subscription_status, subscription_currency, subscription_period_start, subscription_period_end) in (0, 4)) not valid;

create table billing_accounts (
  project_id uuid primary key references projects (id) on delete cascade,
  customer_id text collate "C" not null,
  -- The last subscription there was, ended or not.
  subscription_id text collate "C",
  -- How often the state of the subscription was stored. What was read before another store is read again.
  version bigint not null default 0,
  -- The checkout that is open, or is being opened; the number is part of its key at the provider.
  checkout_number int not null default 0,
  checkout_currency text,
  checkout_url text,
  checkout_expires_at timestamptz(3)
);
comment on table billing_accounts is 'feature: billing';
select make_tenant_table('billing_accounts');
create unique index billing_accounts_customer on billing_accounts (customer_id);
create policy dispatch on billing_accounts to postrider_dispatch using (true);
grant select (project_id, customer_id) on billing_accounts to postrider_dispatch;

-- Invoices whose payment failed, of which the owners were told.
create table billing_failed_invoices (
  project_id uuid not null references projects (id) on delete cascade,
  invoice_id text collate "C" not null,
  failed_at timestamptz(3) not null,
  primary key (project_id, invoice_id)
);
comment on table billing_failed_invoices is 'feature: billing';
select make_tenant_table('billing_failed_invoices');

-- Events of the payment provider that had their effect. It repeats them for three days.
create table payment_events (
  id text collate "C" primary key,
  received_at timestamptz(3) not null
);
comment on table payment_events is 'feature: billing';
create index payment_events_received_at on payment_events (received_at);
select make_instance_table('payment_events');
select make_expiring_table('payment_events', 'received_at', '35 days');

-- Subscriptions of deleted projects, until the provider has ended them.
create table ended_subscriptions (
  subscription_id text collate "C" primary key,
  customer_id text collate "C" not null,
  ended_at timestamptz(3) not null
);
comment on table ended_subscriptions is 'feature: billing';
select make_instance_table('ended_subscriptions');
