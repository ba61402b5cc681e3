-- Rendered HTML that is shown under an address of its own for a minute (contract/04, D-514). A new table alone.
create table previews (
  project_id uuid not null references projects (id) on delete cascade,
  -- Of the token in the address; the token itself is stored nowhere.
  token_hash bytea not null,
  html text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (project_id, token_hash)
);
comment on table previews is 'feature: templates';
create index previews_created_at on previews (project_id, created_at);
create index previews_expires_at on previews (expires_at);
select make_tenant_table('previews');
select make_expiring_table('previews', 'expires_at', '1 minute');
