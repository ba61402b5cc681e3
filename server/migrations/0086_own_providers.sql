-- The mail provider that a project brought; without a row its mail leaves by the relays of the instance. A reset keeps it.
create table own_providers (
  project_id uuid primary key references projects (id) on delete cascade,
  -- New with every change, so that no worker goes on with connections to the one before.
  id uuid not null,
  kind text collate "C" not null check (kind in ('smtp', 'ses')),
  -- Everything but the secret.
  settings jsonb not null,
  -- The password or the secret access key, sealed.
  secret text not null,
  -- The topic of Amazon SNS whose notices are believed about mail of this project, and of no other.
  topic_arn text collate "C",
  updated_at timestamptz(3) not null
);
comment on table own_providers is 'feature: emails';
select make_tenant_table('own_providers');
create index own_providers_topic on own_providers (topic_arn) where topic_arn is not null;
create policy dispatch on own_providers to postrider_dispatch using (true);
grant select (project_id, topic_arn) on own_providers to postrider_dispatch;
