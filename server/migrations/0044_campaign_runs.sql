-- Sending of campaigns. New tables, and new columns without a rewrite of rows. Beside the previous version: it knows no campaign that
-- is being sent, so its workers meet no mail without a body.

-- A text that many mails share: kept once, and rendered for each mail from the values that were kept with it (D-835).
create table shared_texts (
  project_id uuid not null,
  -- The campaign's.
  id uuid not null,
  subject text not null,
  body text not null,
  -- What the footer says; the language is used where the recipient has none.
  project_name text not null,
  language text not null,
  has_footer boolean not null,
  has_unsubscribe_header boolean not null,
  tracks_opens boolean not null,
  tracks_clicks boolean not null,
  -- The keys of a contact's data that the text reads; null: all of them.
  keys text[],
  -- Whether the text prints the current time, so that each mail keeps its moment.
  shows_moment boolean not null,
  created_at timestamptz(3) not null,
  -- Null while mails are still made from it.
  expires_at timestamptz(3),
  primary key (project_id, id)
);
comment on table shared_texts is 'feature: emails';
select make_tenant_table('shared_texts');
create index shared_texts_expired on shared_texts (expires_at);
create index shared_texts_in_use on shared_texts (created_at) where expires_at is null;
select make_expiring_table('shared_texts', 'expires_at', '0');

-- The moment for which a mail of a shared text is rendered.
alter table email_contents add column rendered_at timestamptz(3);
-- When a link in this mail made its contact unsubscribe.
alter table emails add column unsubscribed_at timestamptz(3);

-- Why a mail had been closed that was handed over after all.
alter type moved_email add attribute old_reason text;

-- The name of a function that gives the oldest moment whose rows are still needed, whatever the days say.
alter table retention_rules add column needed_since text;
update retention_rules set needed_since = 'oldest_text_in_use' where table_name = 'email_contents';

alter table campaigns
  -- What the audience was when sending began: { tree, segments } (D-824).
  add column frozen_audience jsonb,
  add column is_test boolean not null default false,
  -- The last of its mails: they are one stretch of ids from sent_at on.
  add column last_email_id uuid,
  -- The counts from which the canary counts, after it was resumed.
  add column canary_since jsonb;

-- Why without the reference: a notice that comes while the campaign is deleted must not fail for it.
alter table campaign_counts drop constraint campaign_counts_project_id_campaign_id_fkey;
alter table campaign_counts
  add column suppressed bigint not null default 0,
  add column failed bigint not null default 0,
  add column cancelled bigint not null default 0,
  add column rejected bigint not null default 0,
  -- Permanent bounces, and addresses that were refused at hand-over.
  add column dead bigint not null default 0,
  add column machine_opens bigint not null default 0,
  add column machine_clicks bigint not null default 0;

-- Why mails of a campaign did not arrive.
create table campaign_reasons (
  project_id uuid not null,
  campaign_id uuid not null,
  outcome text collate "C" not null check (outcome in ('suppressed', 'failed', 'cancelled', 'bounced', 'complained', 'rejected')),
  reason text collate "C" not null,
  count bigint not null,
  primary key (project_id, campaign_id, outcome, reason)
);
comment on table campaign_reasons is 'feature: campaigns';
select make_tenant_table('campaign_reasons');

-- Clicks by the link as it is written in the body.
create table campaign_links (
  project_id uuid not null,
  campaign_id uuid not null,
  -- Its place among the links of the body.
  place int not null,
  url text not null,
  clicks bigint not null default 0,
  unique_clicks bigint not null default 0,
  primary key (project_id, campaign_id, place)
);
comment on table campaign_links is 'feature: campaigns';
select make_tenant_table('campaign_links');

-- A campaign that is scheduled, being sent, or being closed after it was cancelled: one due row. What it has done so far is in the
-- cursors, which move with the rows they stand for.
create table campaign_runs (
  project_id uuid not null,
  -- The campaign's.
  id uuid not null,
  -- The last contact that was looked at, and the last email that was made.
  contact_cursor uuid,
  last_email_id uuid,
  is_expanded boolean not null default false,
  -- The last email that was looked at to make it due.
  due_cursor uuid,
  is_all_due boolean not null default false,
  -- PART: the canary's part becomes due. OBSERVED: it is waited for. REST: everything else.
  canary_stage text not null default 'REST' check (canary_stage in ('PART', 'OBSERVED', 'REST')),
  -- Of 2^32 hashes of contacts those below this are the canary's part.
  canary_share bigint,
  observed_until timestamptz,
  -- When mails became due last, for the rate.
  due_since timestamptz,
  primary key (project_id, id),
  foreign key (project_id, id) references campaigns (project_id, id) on delete cascade
);
comment on table campaign_runs is 'feature: campaigns';
select make_spool_table('campaign_runs');
