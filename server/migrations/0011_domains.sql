-- The domains a project sends from: state, signing key, and the checks that keep the state true.
create table domains (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  domain text collate "C" not null,
  status text not null default 'pending' check (status in ('pending', 'verified')),
  verified_at timestamptz(3),
  at_risk_since timestamptz(3),
  at_risk_mailed_at timestamptz(3),
  -- All records are right, but another project has the domain.
  is_claimed boolean not null default false,
  spf_problem text check (spf_problem in ('TOO_MANY_SPF_LOOKUPS', 'SEVERAL_SPF_RECORDS')),
  -- Null: no record was found.
  dmarc_policy text check (dmarc_policy in ('none', 'quarantine', 'reject')),
  -- What the last definite answers were, one entry for each record that is asked for.
  findings jsonb not null default '[]',
  -- Guards the write of a check: it decided on this row and no other version of it.
  revision int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id),
  constraint domains_domain unique (project_id, domain),
  check ((status = 'verified') = (verified_at is not null)),
  check (at_risk_since is null or status = 'verified'),
  check (not (is_claimed and status = 'verified'))
);
comment on table domains is 'room: domains';
-- At most one project has a domain verified. The one key of a tenant table that looks across projects, on purpose: it
-- tells a project nothing but that somebody else was first. Listed in tools/tenancy.
create unique index domains_verified_owner on domains (domain) where status = 'verified';
select make_tenant_table('domains');
-- For the gate, which asks whether a sender is verified at the moment the mail leaves.
create policy dispatch on domains to postrider_dispatch using (true);
grant select (project_id, domain, status) on domains to postrider_dispatch;

-- The private key is sealed with the instance's secret and bound to its row.
create table domain_keys (
  project_id uuid not null,
  domain_id uuid not null,
  selector text not null,
  public_key text not null,
  private_key text not null,
  created_at timestamptz(3) not null,
  primary key (project_id, domain_id),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade
);
comment on table domain_keys is 'room: domains';
select make_tenant_table('domain_keys');

-- One row for each domain, due when it is to be checked again. Narrow, because it is written at every check; the row in
-- domains only when a check finds something new.
create table domain_checks (
  project_id uuid not null,
  id uuid not null,
  checked_at timestamptz(3),
  primary key (project_id, id),
  foreign key (project_id, id) references domains (project_id, id) on delete cascade
);
comment on table domain_checks is 'room: domains';
select make_spool_table('domain_checks');
