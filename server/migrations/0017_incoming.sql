-- What comes in: messages of Amazon's notification service by their id, reports and mail by SMTP.

-- DONE: only the id is remembered, so that a repeat has no effect. PARKED: its email is not there yet. KEPT: not
-- understood, for a person to look at.
create table sns_messages (
  id text collate "C" primary key,
  state text not null check (state in ('DONE', 'PARKED', 'KEPT')),
  reason text,
  -- While parked or kept.
  body text,
  received_at timestamptz(3) not null
);
comment on table sns_messages is 'room: ses-notices';
create index sns_messages_state on sns_messages (state, received_at);
select make_instance_table('sns_messages');

-- Which project has a domain verified. A dispatch function: it sees all projects and returns an id alone.
create function project_of_domain(asked text) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select d.project_id from domains d join projects p on p.id = d.project_id
   where d.domain = lower(asked) and d.status = 'verified' and p.deleted_at is null limit 1
$$;
revoke execute on function project_of_domain from public;
grant execute on function project_of_domain to postrider_worker;
alter function project_of_domain owner to postrider_dispatch;

-- Mails that were taken in, so that one which is brought twice makes one event.
create table received_mails (
  project_id uuid not null references projects (id) on delete cascade,
  fingerprint bytea not null,
  received_at timestamptz(3) not null,
  primary key (project_id, fingerprint)
);
comment on table received_mails is 'room: emails';
create index received_mails_received_at on received_mails (received_at);
select make_tenant_table('received_mails');

-- The beginning of mails that came back to a return path and were not understood; for a person to look at.
create table inbound_reports (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  email_id uuid not null,
  raw bytea not null,
  received_at timestamptz(3) not null,
  primary key (project_id, id)
);
comment on table inbound_reports is 'room: inbound';
create index inbound_reports_received_at on inbound_reports (received_at);
select make_tenant_table('inbound_reports');

-- Both are kept for a week. Nothing depends on when it runs.
create policy dispatch on received_mails to postrider_dispatch using (true);
create policy dispatch on inbound_reports to postrider_dispatch using (true);
grant select (project_id, fingerprint, received_at), delete on received_mails to postrider_dispatch;
grant select (project_id, id, received_at), delete on inbound_reports to postrider_dispatch;
create function clean_received_mails(most int) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select project_id, fingerprint from received_mails where received_at < clock_timestamp() - interval '7 days' limit most),
  gone as (
    delete from received_mails m using old
     where m.project_id = old.project_id and m.fingerprint = old.fingerprint returning 1)
  select count(*) from gone
$$;
create function clean_inbound_reports(most int) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select project_id, id from inbound_reports where received_at < clock_timestamp() - interval '7 days' limit most),
  gone as (
    delete from inbound_reports r using old where r.project_id = old.project_id and r.id = old.id returning 1)
  select count(*) from gone
$$;
revoke execute on function clean_received_mails, clean_inbound_reports from public;
grant execute on function clean_received_mails, clean_inbound_reports to postrider_worker;
alter function clean_received_mails owner to postrider_dispatch;
alter function clean_inbound_reports owner to postrider_dispatch;

-- What the receiving side said while a mail was waiting there: entries in its history, twenty at most, kept 90 days.
create table email_delays (
  project_id uuid not null,
  email_id uuid not null,
  at timestamptz(3) not null,
  diagnostic text,
  primary key (project_id, email_id, at)
);
comment on table email_delays is 'room: emails';
create index email_delays_at on email_delays (at);
select make_tenant_table('email_delays');
create policy dispatch on email_delays to postrider_dispatch using (true);
grant select (project_id, email_id, at), delete on email_delays to postrider_dispatch;
create function clean_email_delays(most int) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select project_id, email_id, at from email_delays where at < clock_timestamp() - interval '90 days' limit most),
  gone as (
    delete from email_delays d using old
     where d.project_id = old.project_id and d.email_id = old.email_id and d.at = old.at returning 1)
  select count(*) from gone
$$;
revoke execute on function clean_email_delays from public;
grant execute on function clean_email_delays to postrider_worker;
alter function clean_email_delays owner to postrider_dispatch;
