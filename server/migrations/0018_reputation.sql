-- How the mail of a project is received, and the pauses that follow from it. See features/reputation.

-- One row per project that had a check: checks of one project follow each other, and a lifted pause begins a new round.
create table reputation_states (
  project_id uuid not null references projects (id) on delete cascade,
  -- Figures of earlier rounds are left out (D-1131).
  round int not null default 0,
  folded_at timestamptz(3),
  primary key (project_id)
);
comment on table reputation_states is 'room: reputation';
select make_tenant_table('reputation_states');

-- Hourly figures of live mail, for the project and for each source that can be paused alone. `hour` is the one in which
-- we heard of it; hours that no window needs any more are folded into -infinity. `slot` spreads writers over eight rows.
create table reputation_counts (
  project_id uuid not null references projects (id) on delete cascade,
  round int not null,
  hour timestamptz(3) not null,
  -- Rooms that can pause their own mail bring their own scope.
  scope text collate "C" not null,
  -- The project's id for the scope `project`.
  target_id uuid not null,
  slot smallint not null,
  sent bigint not null default 0,
  bounces bigint not null default 0,
  complaints bigint not null default 0,
  primary key (project_id, round, hour, scope, target_id, slot)
) with (fillfactor = 70);
comment on table reputation_counts is 'room: reputation';
-- Whether a check can find anything at all.
create index reputation_counts_trouble on reputation_counts (project_id, round, hour)
  where scope = 'project' and (bounces > 0 or complaints > 0);
select make_tenant_table('reputation_counts');

create table reputation_suspensions (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  scope text not null check (scope in ('ALL', 'MARKETING', 'CAMPAIGN', 'WORKFLOW')),
  target_id uuid,
  target_name text,
  cause text not null check (cause in ('BOUNCE_RATE', 'COMPLAINT_RATE', 'NEW_PROJECT_BOUNCES', 'NEW_PROJECT_COMPLAINTS', 'CHECK_FAILED')),
  value double precision,
  threshold double precision,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The address of who lifted it; null for one that was lifted by itself.
  ended_by text,
  primary key (project_id, id)
);
comment on table reputation_suspensions is 'room: reputation';
-- Whatever is paused is paused once.
create unique index reputation_suspensions_open on reputation_suspensions (project_id, scope, coalesce(target_id, project_id))
  where ended_at is null;
create index reputation_suspensions_started on reputation_suspensions (project_id, started_at, id);
select make_tenant_table('reputation_suspensions');

-- Lines that were crossed, and when the team was told: once for a line and its time.
create table reputation_notices (
  project_id uuid not null references projects (id) on delete cascade,
  metric text not null check (metric in ('bounceRate', 'complaintRate', 'bounceCount', 'complaintCount')),
  line text not null check (line in ('warn', 'pauseMarketing', 'pauseAll')),
  round int not null,
  value double precision not null,
  threshold double precision not null,
  crossed_at timestamptz(3) not null,
  told_at timestamptz(3),
  primary key (project_id, metric, line)
);
comment on table reputation_notices is 'room: reputation';
select make_tenant_table('reputation_notices');

-- Projects whose last check failed. A dispatch function: it sees all projects and returns ids alone.
create policy dispatch on reputation_suspensions for select to postrider_dispatch using (true);
grant select (project_id, cause, ended_at) on reputation_suspensions to postrider_dispatch;
create index reputation_suspensions_failed on reputation_suspensions (project_id) where cause = 'CHECK_FAILED' and ended_at is null;
create function projects_with_failed_checks(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.project_id from reputation_suspensions s where s.cause = 'CHECK_FAILED' and s.ended_at is null limit most
$$;
revoke execute on function projects_with_failed_checks from public;
grant execute on function projects_with_failed_checks to postrider_worker;
alter function projects_with_failed_checks owner to postrider_dispatch;
