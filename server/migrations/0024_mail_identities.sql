-- What the mail provider (Amazon SES) knows of a sender domain: the names under which it wants to be found in DNS, and whether
-- it sends mail from the domain. One row for each domain of a project that was made known there; the identity itself belongs
-- to the operator's account and is shared by projects that name the same domain.
create table domain_identities (
  project_id uuid not null,
  domain_id uuid not null,
  region text not null,
  -- Empty until the provider has answered once.
  tokens text[] not null,
  -- Where the provider publishes its keys: `<token>.<zone>`.
  zone text not null,
  -- The provider has seen the records and takes mail from the domain.
  is_confirmed boolean not null default false,
  -- The provider refused or did not answer when it was asked last.
  has_failed boolean not null default false,
  -- The domain is asked for the provider's records. False for one that was verified before the provider became the first relay:
  -- for it they are advice, so that a change of settings takes no domain away.
  is_leading boolean not null,
  asked_at timestamptz(3) not null,
  primary key (project_id, domain_id),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade
);
comment on table domain_identities is 'room: domains';
select make_tenant_table('domain_identities');

-- Whether any project has a domain, for whoever removes its identity: the last one takes it along. A dispatch function, since it
-- sees all projects, and answers yes or no alone.
create index domains_by_name on domains (domain);
create function is_domain_used(asked text) returns table (is_used boolean)
language sql security definer stable set search_path = public, pg_temp as $$
  select exists (select from domains d where d.domain = asked)
$$;
revoke execute on function is_domain_used from public;
grant execute on function is_domain_used to postrider_worker;
alter function is_domain_used owner to postrider_dispatch;
