-- The last test of the way out for each project's mail.
create table provider_tests (
  project_id uuid primary key references projects (id) on delete cascade,
  tested_at timestamptz(3) not null,
  is_ok boolean not null,
  stage text not null,
  message text not null
);
comment on table provider_tests is 'room: emails';
select make_tenant_table('provider_tests');
