-- Texts that a project keeps for its mail.
create table templates (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  subject text not null,
  -- Exactly as it was sent.
  body text not null,
  -- The body with its style sheets moved into the elements; null where that changes nothing or is not possible.
  body_inlined text,
  from_email text collate "C",
  from_name text,
  reply_to text collate "C",
  type text not null check (type in ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
);
comment on table templates is 'room: templates';
create index templates_created on templates (project_id, created_at, id);
select make_tenant_table('templates');
