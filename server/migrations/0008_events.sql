-- What happened to contacts, and the figures about it. See docs/decisions/0007-events.md.

-- A log by month. A row is written once and never updated; it goes with its month, its contact or its name.
-- It refers to no other table: a reference would lock a row of that table for each event.
create table events (
  project_id uuid not null,
  created_at timestamptz(3) not null,
  -- The contact's event of this name before this one, so that people can be counted without comparing rows.
  previous_at timestamptz(3),
  id uuid not null,
  contact_id uuid not null,
  email_id uuid,
  -- How many steps of the service led to it (workflow, contact change, segment, …).
  depth smallint not null default 0,
  -- Sent with the public key.
  is_public boolean not null default false,
  name text collate "C" not null,
  data jsonb,
  primary key (project_id, created_at, id)
) partition by range (created_at);
comment on table events is 'room: events';
create index events_name on events (project_id, name, created_at, id);
create index events_contact on events (project_id, contact_id, created_at, id);
-- For the fold, which reads the newest minutes of all projects.
create index events_created_at on events using brin (created_at) with (autosummarize = on);
select make_tenant_table('events');
revoke update on events from postrider_app;

-- Takes what no month takes, so that an event is never refused for want of a partition.
create table events_default partition of events default;

-- The last event of each name of each contact. Indexes hold only what never changes, so updates stay in their page.
create table contact_events (
  project_id uuid not null,
  name text collate "C" not null,
  contact_id uuid not null,
  last_at timestamptz(3) not null,
  -- The one before the last: what the newest row of the log says in previous_at.
  previous_at timestamptz(3),
  total bigint not null,
  primary key (project_id, name, contact_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
comment on table contact_events is 'room: events';
create index contact_events_contact on contact_events (project_id, contact_id);
select make_tenant_table('contact_events');

create table event_names (
  project_id uuid not null references projects (id) on delete cascade,
  name text collate "C" not null,
  first_seen_at timestamptz(3) not null,
  -- How many rows of the log were folded into the counts and are still there.
  total bigint not null default 0,
  -- Events up to this moment are being removed.
  removing_through timestamptz(3),
  primary key (project_id, name)
) with (fillfactor = 80);
comment on table event_names is 'room: events';
select make_tenant_table('event_names');

-- Folded from the log every minute. `gap` is the number of days since the contact's previous event of the name, 100 for
-- longer and for none: a contact's first event inside days d.. is the one with gap > day - d.
create table event_counts (
  project_id uuid not null,
  day date not null,
  name text collate "C" not null,
  gap smallint not null,
  count bigint not null,
  primary key (project_id, day, name, gap)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
comment on table event_counts is 'room: events';
create index event_counts_day on event_counts using brin (day) with (autosummarize = on);
select make_tenant_table('event_counts');

-- How far the log is folded. safe_to: no event up to here can still commit. seen_*: a look at the clock and at who was
-- writing events; once all of them have ended, safe_to moves up to the look.
create table event_mark (
  only_row boolean primary key default true check (only_row),
  folded_to timestamptz not null,
  safe_to timestamptz not null,
  seen_at timestamptz not null,
  seen_writers text[] not null default '{}'
);
comment on table event_mark is 'room: events';
grant select on event_mark to postrider_app;
insert into event_mark (folded_to, safe_to, seen_at) values (now(), now(), now());

create function event_day(at timestamptz) returns date language sql immutable parallel safe
return (at at time zone 'UTC')::date;

create function event_gap(created_at timestamptz, previous_at timestamptz) returns smallint
language sql immutable parallel safe
return (case when previous_at is null then 100 else least(100, event_day(created_at) - event_day(previous_at)) end)::smallint;

-- Called with each recorded name. Holds off a removal of the name until the transaction ends, and tells of one that is
-- under way. Why a function: its query sees what was committed while it waited for the lock.
create function enter_event_name(project uuid, wanted text) returns timestamptz language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(project::text || wanted, 8));
  return (select removing_through from event_names where project_id = project and name = wanted);
end $$;

-- Adds a stretch of the log to the counts, ten minutes at most. True when there is more to fold.
-- Invariant: an event is counted once. No transaction can still commit an event up to safe_to: the statement that made
-- the event began before its created_at, lasts 30 seconds at most and holds its lock on the table until its transaction
-- ends; so 90 seconds after created_at a look finds it ended or among the writers. Deletions hold the advisory lock in
-- shared mode, so that none of them passes between a fold and its mark.
create policy dispatch on events for select to postrider_dispatch using (true);
grant select (project_id, created_at, previous_at, name) on events to postrider_dispatch;
create policy dispatch on event_counts to postrider_dispatch using (true) with check (true);
grant select, insert, update, delete on event_counts to postrider_dispatch;
create policy dispatch on event_names to postrider_dispatch using (true) with check (true);
grant select (project_id, name, total), update (total) on event_names to postrider_dispatch;
grant select, update on event_mark to postrider_dispatch;
create function fold_event_counts() returns boolean
language plpgsql security definer set search_path = public, pg_temp
-- Why: the planner would rather walk a whole index by project than ask the small one by time.
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set jit = off as $$
declare
  mark event_mark;
  upto timestamptz;
  writers text[];
  span interval := '10 minutes';
begin
  perform pg_advisory_xact_lock(70215443, 8);
  select * into mark from event_mark for update;
  select coalesce(array_agg(l.virtualtransaction), '{}') into writers from pg_locks l
   where l.locktype = 'relation' and l.relation = 'events'::regclass and l.mode = 'RowExclusiveLock'
     and l.database = (select d.oid from pg_database d where d.datname = current_database());
  if not mark.seen_writers && writers then
    mark.safe_to := greatest(mark.safe_to, mark.seen_at - interval '90 seconds');
    mark.seen_at := clock_timestamp();
    mark.seen_writers := writers;
  end if;
  -- A stretch without events is passed over in growing steps.
  while mark.folded_to + span < mark.safe_to and not exists (
    select 1 from events e where e.created_at > mark.folded_to and e.created_at <= mark.folded_to + span) loop
    mark.folded_to := mark.folded_to + span;
    span := span * 2;
  end loop;
  upto := least(mark.safe_to, mark.folded_to + interval '10 minutes');

  with counted as (
    select e.project_id, event_day(e.created_at) as day, e.name, event_gap(e.created_at, e.previous_at) as gap,
           count(*) as count
      from events e where e.created_at > mark.folded_to and e.created_at <= upto group by 1, 2, 3, 4),
  named as (
    update event_names n set total = n.total + s.count
      from (select c.project_id, c.name, sum(c.count) as count from counted c group by 1, 2) s
     where n.project_id = s.project_id and n.name = s.name)
  insert into event_counts as c (project_id, day, name, gap, count)
  select * from counted
  on conflict (project_id, day, name, gap) do update set count = c.count + excluded.count;

  update event_mark m
     set folded_to = greatest(m.folded_to, upto), safe_to = mark.safe_to, seen_at = mark.seen_at,
         seen_writers = mark.seen_writers;
  return mark.safe_to > upto;
end $$;

-- Forgets counts of days whose events are about to go with their month, a batch at a time. Returns how many.
create function expire_event_counts(keep_days int, most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- The first day of the oldest month that is kept.
  first_day date := date_trunc('month', now() at time zone 'UTC' - make_interval(days => keep_days))::date;
  gone bigint;
begin
  if keep_days < 1 then raise exception 'events are kept for a day at least'; end if;
  perform pg_advisory_xact_lock(70215443, 8);
  with old as (
    select c.project_id, c.day, c.name, c.gap from event_counts c where c.day < first_day limit most),
  dropped as (
    delete from event_counts c using old
     where c.project_id = old.project_id and c.day = old.day and c.name = old.name and c.gap = old.gap
    returning c.project_id, c.name, c.count),
  named as (
    update event_names n set total = n.total - s.count
      from (select d.project_id, d.name, sum(d.count) as count from dropped d group by 1, 2) s
     where n.project_id = s.project_id and n.name = s.name)
  select count(*) into gone from dropped;
  return gone;
end $$;

revoke execute on function fold_event_counts, expire_event_counts from public;
grant execute on function fold_event_counts, expire_event_counts to postrider_worker;
alter function fold_event_counts owner to postrider_dispatch;
alter function expire_event_counts owner to postrider_dispatch;

-- Makes the months from last month on to `ahead` months from now. These two run as the owner, because only the owner of
-- a table makes and drops its partitions; they take numbers and return numbers.
-- A month that already has rows in the default partition stays there. Attaching holds up nobody who writes.
create function make_event_months(ahead int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  month timestamp;
  bare text;
  made int := 0;
begin
  for month in select generate_series(this_month - interval '1 month', this_month + make_interval(months => ahead), '1 month') loop
    bare := 'events_' || to_char(month, 'YYYYMM');
    continue when to_regclass(bare) is not null;
    continue when exists (select 1 from events_default d where d.created_at >= month at time zone 'UTC'
                             and d.created_at < (month + interval '1 month') at time zone 'UTC');
    execute format('create table %I (like events including all)', bare);
    execute format('alter table events attach partition %I for values from (%L) to (%L)', bare,
      to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the months of which every day is older than keep_days, and as much of the default partition. Returns how many.
create function drop_event_months(keep_days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  first_kept timestamp := date_trunc('month', now() at time zone 'UTC' - make_interval(days => keep_days));
  bare text;
  dropped int := 0;
begin
  if keep_days < 1 then raise exception 'events are kept for a day at least'; end if;
  for bare in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{6}$'
       and c.relname < 'events_' || to_char(first_kept, 'YYYYMM') loop
    execute format('drop table %I', bare);
    dropped := dropped + 1;
  end loop;
  delete from events_default where created_at < first_kept at time zone 'UTC';
  return dropped;
end $$;

revoke execute on function make_event_months, drop_event_months from public;
grant execute on function make_event_months, drop_event_months to postrider_worker;

select make_event_months(3);
