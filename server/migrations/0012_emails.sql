-- Emails, what they hold, the rows that move while a mail is under way, and the gate. See docs/decisions/0012-delivery.md.

-- The first id of a moment: ids are UUIDv7 and begin with the time, so a table by id is a table by time, and whoever
-- knows an id knows its partition.
create function first_id_at(at timestamptz) returns uuid language sql immutable strict parallel safe
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- A log by month. Written when a mail is accepted, when its result is known, and by notices; never by a claim.
-- It refers to no other table: a reference would lock a row of that table for each mail.
create table emails (
  project_id uuid not null,
  id uuid not null,
  -- Null after the contact was deleted, and for custom recipients of workflow steps.
  contact_id uuid,
  status text not null check (status in ('QUEUED', 'SUPPRESSED', 'CANCELLED', 'FAILED', 'SENT', 'DELIVERED', 'OPENED',
                                         'CLICKED', 'BOUNCED', 'COMPLAINED')),
  reason text,
  error text,
  recipient text collate "C",
  recipient_name text,
  from_email text not null,
  from_name text,
  reply_to text,
  subject text,
  type text not null check (type in ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
  source_type text not null check (source_type in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW')),
  template_id uuid,
  campaign_id uuid,
  workflow_id uuid,
  execution_id uuid,
  step_execution_id uuid,
  -- Captured in the dev inbox instead of being handed to a relay.
  is_test boolean not null default false,
  attempts int not null default 0,
  opens int not null default 0,
  clicks int not null default 0,
  bounce_type text check (bounce_type in ('Permanent', 'Transient')),
  -- The link broke at the moment of hand-over: sent once more, or taken as sent without proof.
  duplicate_possible boolean not null default false,
  unconfirmed boolean not null default false,
  request_id text,
  resent_from uuid,
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  opened_at timestamptz(3),
  clicked_at timestamptz(3),
  bounced_at timestamptz(3),
  complained_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
) partition by range (id);
comment on table emails is 'room: emails';
create index emails_created on emails (project_id, created_at, id);
create index emails_contact on emails (project_id, contact_id, id);
create index emails_recipient on emails (project_id, recipient, id);
select make_tenant_table('emails');
create table emails_default partition of emails default;

-- What was rendered, by week, dropped whole after EMAIL_BODY_DAYS.
create table email_contents (
  project_id uuid not null,
  id uuid not null,
  html text,
  text text,
  -- The caller's own headers, checked when the mail was accepted.
  headers jsonb not null default '{}',
  variables jsonb not null default '{}',
  warnings jsonb not null default '[]',
  -- One entry for each: blob (id in email_attachments), filename, contentType, contentId, disposition, size, sha256.
  attachments jsonb not null default '[]',
  -- Where one click unsubscribes; null on mail that needs none.
  unsubscribe_url text,
  tracks_opens boolean not null default false,
  tracks_clicks boolean not null default false,
  primary key (project_id, id)
) partition by range (id);
comment on table email_contents is 'room: emails';
select make_tenant_table('email_contents');
create table email_contents_default partition of email_contents default;

-- Bytes of files, once for each request however many recipients it has. By week; a mail is closed 72 hours after it was
-- accepted at the latest, so a week's files go ten days after its end.
create table email_attachments (
  project_id uuid not null,
  id uuid not null,
  size int not null,
  sha256 bytea not null,
  content bytea not null,
  primary key (project_id, id)
) partition by range (id);
comment on table email_attachments is 'room: emails';
alter table email_attachments alter column content set storage external;
select make_tenant_table('email_attachments');
create table email_attachments_default partition of email_attachments default;

-- Messages of test mail as they would have left, by week.
create table inbox_messages (
  project_id uuid not null,
  -- The email's id.
  id uuid not null,
  recipient text collate "C" not null,
  subject text,
  size int not null,
  raw bytea not null,
  received_at timestamptz(3) not null,
  primary key (project_id, id)
) partition by range (id);
comment on table inbox_messages is 'room: emails';
create index inbox_messages_received on inbox_messages (project_id, received_at, id);
select make_tenant_table('inbox_messages');
create table inbox_messages_default partition of inbox_messages default;

-- The mail under way: narrow, there only until the mail is terminal. `id` is the email's.
create table deliveries (
  project_id uuid not null,
  id uuid not null,
  type text not null check (type in ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
  contact_id uuid,
  campaign_id uuid,
  recipient text collate "C" not null,
  sender_domain text collate "C" not null,
  is_test boolean not null default false,
  -- COMMITTING: the gate said yes and no result is known. UNKNOWN: a hand-over whose answer was lost.
  phase text check (phase in ('COMMITTING', 'UNKNOWN')),
  attempt int not null default 0,
  committing_at timestamptz,
  -- Which process passed the gate.
  boot_id uuid,
  unknown_at timestamptz,
  -- After this moment it is not tried again, retried or held (72 hours from acceptance).
  expires_at timestamptz not null,
  hold_reason text,
  -- Repeats from doubt; never more than one.
  repeats smallint not null default 0,
  primary key (project_id, id)
);
comment on table deliveries is 'room: emails';
select make_spool_table('deliveries');
create index deliveries_held on deliveries (project_id, hold_reason, id) where hold_reason is not null;
create index deliveries_contact on deliveries (project_id, contact_id) where contact_id is not null;
create index deliveries_campaign on deliveries (project_id, campaign_id, id) where campaign_id is not null;

-- One row per attempt, by month of the email, kept 90 days; no body.
create table delivery_attempts (
  project_id uuid not null,
  email_id uuid not null,
  attempt int not null,
  boot_id uuid,
  worker text,
  lane text,
  claimed_at timestamptz(3),
  connected_at timestamptz(3),
  committing_at timestamptz(3),
  replied_at timestamptz(3),
  finished_at timestamptz(3) not null,
  relay text,
  remote_address text,
  tls_version text,
  tls_cipher text,
  tls_verified boolean,
  ehlo_name text,
  mail_from text,
  rcpt_hash bytea,
  bytes int,
  message_id text,
  smtp_code smallint,
  enhanced_code text,
  reply text,
  queue_id text,
  outcome text not null check (outcome in ('ACCEPTED', 'DEFERRED', 'REJECTED', 'UNKNOWN')),
  -- Which kind of refusal (pure/message), or what broke.
  reason_class text,
  ambiguous boolean not null default false,
  -- How an unknown outcome was cleared up: late-reply, notice, bounce, none.
  evidence text,
  primary key (project_id, email_id, attempt)
) partition by range (email_id);
comment on table delivery_attempts is 'room: emails';
select make_tenant_table('delivery_attempts');
create table delivery_attempts_default partition of delivery_attempts default;

-- Addresses a project does not write to. One row for each; a stronger cause raises `blocks`, never lowers it.
create table suppressions (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  email text collate "C" not null,
  reason text not null check (reason in ('BOUNCE', 'COMPLAINT', 'MANUAL')),
  blocks text not null check (blocks in ('ALL', 'MARKETING')),
  note text,
  email_id uuid,
  created_at timestamptz(3) not null,
  primary key (project_id, id),
  constraint suppressions_email unique (project_id, email)
);
comment on table suppressions is 'room: emails';
create index suppressions_created on suppressions (project_id, created_at, id);
select make_tenant_table('suppressions');

-- Addresses nobody on this installation writes to.
create table instance_suppressions (
  email text collate "C" primary key,
  reason text not null check (reason in ('BOUNCE', 'COMPLAINT', 'MANUAL')),
  note text,
  created_at timestamptz(3) not null
);
comment on table instance_suppressions is 'room: emails';
select make_instance_table('instance_suppressions');

-- How fast mail may leave: one bucket for the installation, for each relay and for each project with a rate. Workers take
-- small batches of tokens. Unlogged: after a crash every bucket starts full.
create unlogged table send_tokens (
  key text collate "C" primary key,
  tokens double precision not null,
  filled_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
comment on table send_tokens is 'room: emails';

-- Takes up to `wanted` whole tokens from a bucket that fills with `rate` a second and holds one second's worth.
-- Answers how many were there, and in how many seconds the next one will be.
create function take_send_tokens(bucket text, rate float8, wanted int, out taken int, out wait_seconds float8)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held float8;
  at timestamptz := clock_timestamp();
begin
  insert into send_tokens as t (key, tokens, filled_at) values (bucket, greatest(1, rate), at)
  on conflict (key) do update
    set tokens = least(greatest(1, rate), t.tokens + rate * greatest(0, extract(epoch from at - t.filled_at))),
        filled_at = greatest(t.filled_at, at)
  returning t.tokens into held;
  taken := least(wanted, floor(held));
  update send_tokens t set tokens = held - taken where t.key = bucket;
  wait_seconds := greatest(0, (1 - (held - taken)) / rate);
end $$;
grant select, insert, update on send_tokens to postrider_dispatch;

-- The gate: the one statement after which a message may leave. Every reason not to send is a line here, with its twin in
-- delivery/may-leave.ts and one table of cases for both. committing_at is the start of the statement: what was
-- acknowledged before that moment is seen. Only the answered rows get their final dot.
create policy dispatch on suppressions for select to postrider_dispatch using (true);
grant select (project_id, email, blocks) on suppressions to postrider_dispatch;
grant select (email) on instance_suppressions to postrider_dispatch;
grant select (id, disabled_reason, paused_at, marketing_paused_at, deleted_at) on projects to postrider_dispatch;
grant select (type, contact_id, campaign_id, recipient, sender_domain, phase, attempt, committing_at, expires_at, hold_reason),
      update (phase, attempt, committing_at, boot_id, hold_reason) on deliveries to postrider_dispatch;
create function gate_deliveries(
  projects uuid[], ids uuid[], fences uuid[], is_again boolean[], boot uuid, sandbox_domain text)
returns table (project_id uuid, id uuid, attempt int, committing_at float8)
language plpgsql security definer set search_path = public, pg_temp set jit = off
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  update deliveries d
     set phase = 'COMMITTING', attempt = d.attempt + 1, committing_at = statement_timestamp(), boot_id = boot, hold_reason = null
    from unnest(projects, ids, fences, is_again) w (project_id, id, fence, is_again), projects p
   where d.project_id = w.project_id and d.id = w.id and d.fence = w.fence and d.lease_until > clock_timestamp()
     -- Again: this claim has passed before, and knows that it sent no dot.
     and (d.phase is null or (d.phase = 'COMMITTING' and w.is_again)) and d.expires_at > clock_timestamp()
     and p.id = d.project_id and p.deleted_at is null and p.disabled_reason is null and p.paused_at is null
     and (d.type = 'TRANSACTIONAL' or p.marketing_paused_at is null)
     and (d.sender_domain = sandbox_domain or exists (
           select 1 from domains m
            where m.project_id = d.project_id and m.domain = d.sender_domain and m.status = 'verified'))
     and not exists (
           select 1 from suppressions s
            where s.project_id = d.project_id and s.email = d.recipient and (s.blocks = 'ALL' or d.type <> 'TRANSACTIONAL'))
     and not exists (select 1 from instance_suppressions i where i.email = d.recipient)
     and (d.type = 'TRANSACTIONAL' or exists (
           select 1 from contacts c where c.project_id = d.project_id and c.id = d.contact_id and c.subscribed))
     -- Seam: the room campaigns adds its line when it comes: a campaign's mail leaves while the campaign is SENDING.
  returning d.project_id, d.id, d.attempt, (extract(epoch from d.committing_at) * 1000)::float8;
end $$;

-- Projects with held mail whose reason has gone. A dispatch function: it sees all projects and returns ids alone.
create function projects_with_released_mail(sandbox_domain text, most int) returns table (project_id uuid)
language plpgsql security definer stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with recursive held as (
    (select d.project_id, d.hold_reason from deliveries d where d.hold_reason is not null
      order by d.project_id, d.hold_reason limit 1)
    union all
    select n.* from held h cross join lateral (
      select d.project_id, d.hold_reason from deliveries d
       where d.hold_reason is not null and (d.project_id, d.hold_reason) > (h.project_id, h.hold_reason)
       order by d.project_id, d.hold_reason limit 1) n)
  select distinct h.project_id from held h join projects p on p.id = h.project_id
   where case h.hold_reason
           when 'PROJECT_DISABLED' then p.disabled_reason is null
           when 'PROJECT_PAUSED' then p.paused_at is null
           when 'MARKETING_PAUSED' then p.marketing_paused_at is null
           when 'DOMAIN_NOT_VERIFIED' then exists (
             select 1 from domains m where m.project_id = h.project_id and m.status = 'verified' and exists (
               select 1 from deliveries d where d.project_id = h.project_id and d.hold_reason = 'DOMAIN_NOT_VERIFIED'
                                           and d.sender_domain = m.domain))
           else false end
   limit most;
end $$;

-- How much waits: rows that are due or held by a worker, by lane, and the age of the oldest. For the operator's figures.
create function delivery_depths() returns table (lane smallint, waiting bigint, oldest_seconds float8)
language plpgsql security definer stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.lane, (select count(*) from (select 1 from deliveries d where d.lane = l.lane and d.lease_until is null
                                          and d.due_at <= now() limit 100000) s),
         coalesce((select extract(epoch from now() - d.due_at)::float8 from deliveries d
                    where d.lane = l.lane and d.lease_until is null and d.due_at <= now()
                    order by date_bin('1 second', d.due_at, timestamptz 'epoch') limit 1), 0)
    from unnest(array[0, 1, 2]::smallint[]) l (lane);
end $$;

revoke execute on function take_send_tokens, gate_deliveries, projects_with_released_mail, delivery_depths from public;
grant execute on function take_send_tokens, gate_deliveries, projects_with_released_mail, delivery_depths to postrider_worker;
alter function take_send_tokens owner to postrider_dispatch;
alter function gate_deliveries owner to postrider_dispatch;
alter function projects_with_released_mail owner to postrider_dispatch;
alter function delivery_depths owner to postrider_dispatch;

-- Makes the partitions from the last period on to `ahead` periods from now. These two run as the owner, because only the
-- owner of a table makes and drops its partitions; they take numbers and return numbers.
-- A period that already has rows in the default partition stays there. Attaching holds up nobody who writes.
create function make_email_partitions(ahead int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  made int := 0;
  target record;
  begins timestamp;
  bare text;
  has_rows boolean;
  bounds uuid[];
begin
  for target in
    select * from (values ('emails', 'month', 85), ('delivery_attempts', 'month', 100), ('email_contents', 'week', 100),
                          ('email_attachments', 'week', 100), ('inbox_messages', 'week', 100)) t (name, period, fill) loop
    for begins in
      select generate_series(date_trunc(target.period, now() at time zone 'UTC') - ('1 ' || target.period)::interval,
                             date_trunc(target.period, now() at time zone 'UTC') + (ahead || ' ' || target.period)::interval,
                             ('1 ' || target.period)::interval) loop
      bare := target.name || '_' || to_char(begins, 'YYYYMMDD');
      continue when to_regclass(bare) is not null;
      bounds := array[first_id_at(begins at time zone 'UTC'),
                      first_id_at((begins + ('1 ' || target.period)::interval) at time zone 'UTC')];
      execute format('select exists (select 1 from %I where %I >= $1 and %I < $2)', target.name || '_default',
                     case target.name when 'delivery_attempts' then 'email_id' else 'id' end,
                     case target.name when 'delivery_attempts' then 'email_id' else 'id' end) into has_rows using bounds[1], bounds[2];
      continue when has_rows;
      execute format('create table %I (like %I including all) with (fillfactor = %s)', bare, target.name, target.fill);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', target.name, bare, bounds[1], bounds[2]);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Drops the partitions of which every row is older than its kind is kept, and as much of the default ones.
create function drop_email_partitions(body_days int, attempt_days int, file_days int, inbox_days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  dropped int := 0;
  target record;
  bare text;
  keep_from timestamp;
begin
  if least(body_days, attempt_days, file_days, inbox_days) < 1 then raise exception 'everything is kept for a day at least'; end if;
  for target in
    select * from (values ('email_contents', 'week', 'id', body_days), ('delivery_attempts', 'month', 'email_id', attempt_days),
                          ('email_attachments', 'week', 'id', file_days), ('inbox_messages', 'week', 'id', inbox_days))
                  t (name, period, key, days) loop
    keep_from := now() at time zone 'UTC' - make_interval(days => target.days);
    for bare in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = target.name::regclass and c.relname ~ ('^' || target.name || '_\d{8}$')
         and to_timestamp(right(c.relname, 8), 'YYYYMMDD')::timestamp + ('1 ' || target.period)::interval <= keep_from loop
      execute format('drop table %I', bare);
      dropped := dropped + 1;
    end loop;
    execute format('delete from %I where %I < $1', target.name || '_default', target.key)
      using first_id_at(keep_from at time zone 'UTC');
  end loop;
  return dropped;
end $$;

revoke execute on function make_email_partitions, drop_email_partitions from public;
grant execute on function make_email_partitions, drop_email_partitions to postrider_worker;

select make_email_partitions(3);
