-- How each contact came to its subscription state (contract/09, D-1060), who asked for a job, and whose mails are still to be erased. New tables
-- and an empty column; no row is rewritten. Beside the previous version: it writes no consent rows, so a contact that it creates or changes during the upgrade has none
-- for that; the next file writes one for every contact that has none.

-- Why no foreign key: rows are written and deleted only by transactions that hold the contact's own row, and a check for each would make
-- an import slower.
create table consent_records (
  project_id uuid not null references projects (id) on delete cascade,
  contact_id uuid not null,
  -- Later than that of the contact's row before, so the last one is its state.
  at timestamptz(3) not null,
  id uuid not null,
  subscribed boolean not null,
  is_creation boolean not null,
  source text collate "C" not null,
  -- 'earlier': the state in which these records found the contact.
  reason text collate "C" check (reason in ('one_click', 'link', 'manage', 'bounce', 'complaint', 'earlier')),
  by_kind text collate "C" check (by_kind in ('key', 'public-key', 'user', 'link', 'feedback', 'workflow', 'inbound')),
  user_id uuid,
  request_id uuid,
  email_id uuid,
  campaign_id uuid,
  workflow_id uuid,
  primary key (project_id, contact_id, at)
);
comment on table consent_records is 'feature: contacts';
select make_tenant_table('consent_records');
-- Invariant: a row is never changed; it goes with its contact.
revoke update on consent_records from postrider_app;

-- The request that asked for the job; null for jobs of earlier versions.
alter table jobs add column origin jsonb;

-- Contacts that were deleted and have more mails than one transaction erases (contract/09, D-1063), until the rest is erased.
create table mail_erasures (
  project_id uuid not null references projects (id) on delete cascade,
  contact_id uuid not null,
  recipient text collate "C" not null,
  deleted_at timestamptz(3) not null,
  primary key (project_id, contact_id)
);
comment on table mail_erasures is 'feature: emails';
select make_tenant_table('mail_erasures');
create policy dispatch on mail_erasures to postrider_dispatch using (true);
grant select (project_id) on mail_erasures to postrider_dispatch;
