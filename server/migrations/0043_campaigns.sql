-- A text that is sent once to an audience. Two new tables; nothing else is touched.
create table campaigns (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  subject text not null,
  -- Exactly as it was sent.
  body text not null,
  -- The body with its style sheets moved into the elements; null where that changes nothing or is not possible.
  body_inlined text,
  from_email text collate "C" not null,
  from_name text,
  reply_to text collate "C",
  type text not null check (type in ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED')),
  audience_type text not null check (audience_type in ('ALL', 'SEGMENT', 'FILTERED')),
  -- Null for a segment that was deleted (D-815).
  segment_id uuid check (segment_id is null or audience_type = 'SEGMENT'),
  audience_condition jsonb check ((audience_type = 'FILTERED') = (audience_condition is not null)),
  -- The template that the content was copied from; nothing is read from it.
  template_id uuid,
  -- Mails that become due per minute.
  send_rate int check (send_rate > 0),
  canary jsonb,
  -- A campaign whose contacts are left out; it may have been deleted since (D-828).
  exclude_campaign_id uuid,
  scheduled_for timestamptz(3),
  -- When sending began, when the recipients were complete, when it became SENT or CANCELLED.
  sent_at timestamptz(3),
  expanded_at timestamptz(3),
  completed_at timestamptz(3),
  paused_at timestamptz(3),
  paused_reason text check (paused_reason in ('USER', 'RENDER_FAILED', 'CANARY', 'REPUTATION')),
  pause_detail jsonb,
  -- A reason outside of the campaign for which nothing may leave.
  hold_reason text check (hold_reason in
    ('PROJECT_DISABLED', 'PROJECT_PAUSED', 'MARKETING_PAUSED', 'DOMAIN_NOT_VERIFIED', 'BILLING_LIMIT')),
  held_since timestamptz(3),
  cancel_reason text check (cancel_reason in ('USER')),
  -- A person, as { userId, name }, or "key".
  sent_by jsonb,
  cancelled_by jsonb,
  -- Warnings that were accepted when it was sent: [ { code, by, at } ].
  acknowledged jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id),
  foreign key (project_id, segment_id) references segments (project_id, id) on delete set null (segment_id),
  foreign key (project_id, template_id) references templates (project_id, id) on delete set null (template_id)
);
comment on table campaigns is 'feature: campaigns';
create index campaigns_created on campaigns (project_id, created_at, id);
create index campaigns_segment on campaigns (project_id, segment_id) where segment_id is not null;
create index campaigns_template on campaigns (project_id, template_id) where template_id is not null;
select make_tenant_table('campaigns');

-- What became of the mails of a campaign, changed in the transactions that change the mails. By mailbox provider, for statistics, and
-- in several slots: one row for all would let workers wait for each other.
create table campaign_counts (
  project_id uuid not null,
  campaign_id uuid not null,
  provider text collate "C" not null,
  slot smallint not null,
  recipients bigint not null default 0,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  bounced bigint not null default 0,
  complained bigint not null default 0,
  unsubscribed bigint not null default 0,
  primary key (project_id, campaign_id, provider, slot),
  foreign key (project_id, campaign_id) references campaigns (project_id, id) on delete cascade
);
comment on table campaign_counts is 'feature: campaigns';
select make_tenant_table('campaign_counts');
