create table segments (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  slug text collate "C" not null,
  description text,
  type text not null check (type in ('DYNAMIC', 'STATIC')),
  condition jsonb check ((type = 'DYNAMIC') = (condition is not null)),
  track_membership boolean not null,
  -- Recorded names that a tracked tree mentions, through other segments too; only these events concern it.
  watched_events text[] not null default '{}',
  member_count bigint not null default 0,
  member_count_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
);
comment on table segments is 'room: segments';
create index segments_tracked on segments (project_id) where track_membership and type = 'DYNAMIC';
select make_tenant_table('segments');

-- Present and former slugs: an old one stays with its segment while that exists (D-332).
create table segment_slugs (
  project_id uuid not null,
  slug text collate "C" not null,
  segment_id uuid not null,
  primary key (project_id, slug),
  foreign key (project_id, segment_id) references segments (project_id, id) on delete cascade
);
comment on table segment_slugs is 'room: segments';
create index segment_slugs_segment on segment_slugs (project_id, segment_id);
select make_tenant_table('segment_slugs');

-- The list of a static segment, or the last answer of a tracked one.
create table segment_members (
  project_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  since timestamptz(3) not null,
  primary key (project_id, segment_id, contact_id),
  foreign key (project_id, segment_id) references segments (project_id, id) on delete cascade,
  foreign key (project_id, contact_id) references contacts (project_id, id) on delete cascade
);
comment on table segment_members is 'room: segments';
create index segment_members_contact on segment_members (project_id, contact_id);
select make_tenant_table('segment_members');

-- One row per contact whose tracked memberships are to be looked at: at once after a change, or when time can turn an
-- answer. The id is the contact's.
create table segment_checks (
  project_id uuid not null,
  id uuid not null,
  -- How many steps of the service led here (D-420).
  depth smallint not null default 0,
  primary key (project_id, id),
  foreign key (project_id, id) references contacts (project_id, id) on delete cascade
);
comment on table segment_checks is 'room: segments';
select make_spool_table('segment_checks');
