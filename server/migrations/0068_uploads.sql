-- Uploaded images. New tables; nothing else is touched.

-- The row is the truth: a file without one does not exist for anybody.
-- Why no cascade: bytes outside of the database are removed by what the wipe leaves in file_removals. A project with a row that slipped
-- in behind the wipe is not deleted, but wiped once more.
create table uploads (
  project_id uuid not null references projects (id),
  key text collate "C" not null check (key ~ '^1[a-z0-9]{0,8}-[a-z2-7]{8}[0-9a-f]{32}[.](png|jpg|gif|webp)$'),
  type text collate "C" not null check (type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  size int not null check (size between 1 and 20971520),
  -- Null: kept outside of the database, under the same key.
  content bytea check (length(content) = size),
  created_at timestamptz(3) not null,
  primary key (project_id, key)
);
-- Compressed already.
alter table uploads alter column content set storage external;
comment on table uploads is 'feature: uploads';
select make_tenant_table('uploads');

-- Bytes of all images of a project.
create table upload_totals (
  project_id uuid primary key references projects (id) on delete cascade,
  bytes bigint not null check (bytes >= 0)
) with (fillfactor = 50);
comment on table upload_totals is 'feature: uploads';
select make_tenant_table('upload_totals');

-- Files outside of the database that are to be removed once they are due. One is listed before its bytes are written, a day ahead, and
-- leaves the list in the transaction that writes its row; so no crash leaves bytes that nothing names.
create table file_removals (
  key text collate "C" primary key,
  due_at timestamptz(3) not null
);
comment on table file_removals is 'feature: uploads';
create index file_removals_due_at on file_removals (due_at);
select make_instance_table('file_removals');
