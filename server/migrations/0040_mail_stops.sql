-- Reasons that stop the mail of one campaign or workflow: the gate lets none of it pass while its source has a row here.
-- A new table, and a column with a constant; no row is rewritten. Beside the previous version: its workers use the gate of this one, and
-- ask about such a mail once a second.
create table mail_stops (
  project_id uuid not null,
  -- The campaign or workflow.
  source_id uuid not null check (source_id <> '00000000-0000-0000-0000-000000000000'),
  reason text not null,
  created_at timestamptz(3) not null,
  primary key (project_id, source_id, reason)
);
comment on table mail_stops is 'feature: emails';
select make_tenant_table('mail_stops');
create policy dispatch on mail_stops for select to postrider_dispatch using (true);
grant select (project_id, source_id, reason) on mail_stops to postrider_dispatch;

-- The campaign or workflow of the mail; nil: neither.
alter table deliveries add column source_id uuid not null default '00000000-0000-0000-0000-000000000000';
grant select (source_id) on deliveries to postrider_dispatch;
