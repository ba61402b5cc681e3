-- What preflights of campaigns have counted. Two new tables; nothing else is touched.

-- The last figures of a campaign's audience: one row for each campaign that was checked.
create table campaign_preflights (
  project_id uuid not null,
  campaign_id uuid not null,
  -- A digest of audience and variables: the figures are used again for the same question alone.
  question bytea not null,
  -- Null when counting took too long.
  figures jsonb,
  reusable_until timestamptz(3) not null,
  -- The size of the audience at the last count, and at the count before it (AUDIENCE_CHANGED).
  audience bigint,
  audience_before bigint,
  primary key (project_id, campaign_id),
  foreign key (project_id, campaign_id) references campaigns (project_id, id) on delete cascade
);
comment on table campaign_preflights is 'feature: campaigns';
select make_tenant_table('campaign_preflights');

-- The audience that a project has counted in the background, or that waits for it: one at a time, and a newer one replaces it (D-834).
create table campaign_preflight_runs (
  project_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  question bytea not null,
  -- Audience and variables.
  asked jsonb not null,
  requested_at timestamptz(3) not null,
  primary key (project_id),
  foreign key (project_id, campaign_id) references campaigns (project_id, id) on delete cascade
);
comment on table campaign_preflight_runs is 'feature: campaigns';
create index campaign_preflight_runs_campaign on campaign_preflight_runs (project_id, campaign_id);
select make_tenant_table('campaign_preflight_runs');
