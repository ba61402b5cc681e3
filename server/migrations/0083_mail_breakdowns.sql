-- Figures about mails by mailbox provider, sender domain, reason of a bounce and source, changed by the same trigger as mail_figures
-- (docs/decisions/0040-breakdowns.md). New tables alone; emails is not touched. Mails from before are not counted.
create table mail_breakdowns (
  project_id uuid not null,
  -- Rows of a day of UTC are sums of its folded quarters, so that a long period reads few rows.
  span text collate "C" not null check (span in ('quarter', 'day')),
  -- delivery and bounce: what happened at that time. campaign, workflow, template: what has become of the mails accepted then.
  dimension text collate "C" not null check (dimension in ('delivery', 'bounce', 'campaign', 'workflow', 'template')),
  -- The beginning of the quarter or of the day.
  at timestamptz(0) not null,
  source text collate "C" not null check (source in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW')),
  is_test boolean not null,
  -- The mailbox provider; the enhanced status code, or "other"; the id of the campaign, workflow or template.
  name text collate "C" not null,
  -- Of a delivery: the sender domain. Otherwise empty.
  detail text collate "C" not null,
  -- Each connection writes rows of its own; they are added to slot 0 an hour after the quarter.
  slot smallint not null,
  accepted bigint not null default 0,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  bounced bigint not null default 0,
  complained bigint not null default 0,
  primary key (project_id, span, dimension, at, source, is_test, name, detail, slot)
) with (fillfactor = 50);
comment on table mail_breakdowns is 'feature: emails';
create index mail_breakdowns_unfolded on mail_breakdowns (project_id, at) where slot <> 0;
select make_tenant_table('mail_breakdowns');
create policy dispatch on mail_breakdowns to postrider_dispatch using (true) with check (true);
grant select, insert, update, delete on mail_breakdowns to postrider_dispatch;

-- Projects that had mails before there were breakdowns: what is earlier than this quarter is not shown. By then no transaction of the
-- previous version is open.
create table mail_breakdown_starts (
  project_id uuid not null,
  counted_from timestamptz(0) not null,
  primary key (project_id)
);
comment on table mail_breakdown_starts is 'feature: emails';
select make_tenant_table('mail_breakdown_starts');
insert into mail_breakdown_starts (project_id, counted_from)
select id, date_bin('15 minutes', now() + interval '1 hour', timestamptz '2000-01-01 00:00:00+00') from projects;
