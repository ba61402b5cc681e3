create table contacts (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  email text collate "C" not null,
  subscribed boolean not null,
  data jsonb not null default '{}',
  source text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id),
  constraint contacts_email unique (project_id, email)
) with (fillfactor = 85);
comment on table contacts is 'room: contacts';
create index contacts_created on contacts (project_id, created_at, id);
create index contacts_subscribed on contacts (project_id, subscribed, created_at, id);
create index contacts_email_search on contacts using gin (project_id, email gin_trgm_ops);
select make_tenant_table('contacts');

-- One row per custom key of a project: its fixed type and its figures, folded from contact_tallies.
create table contact_fields (
  project_id uuid not null references projects (id) on delete cascade,
  key text collate "C" not null,
  type text not null check (type in ('string', 'number', 'boolean', 'date')),
  contacts bigint not null default 0,
  mismatched bigint not null default 0,
  deleted_at timestamptz(3),
  -- Set while the key is being taken off contacts: values written up to this moment are stale.
  removing_since timestamptz(3),
  primary key (project_id, key)
);
comment on table contact_fields is 'room: contacts';
create index contact_fields_removing on contact_fields (project_id) where removing_since is not null;
select make_tenant_table('contact_fields');

-- How often each value of a key occurs, for at most 1,000 values a key.
create table contact_field_values (
  project_id uuid not null references projects (id) on delete cascade,
  key text collate "C" not null,
  value jsonb not null,
  contacts bigint not null,
  primary key (project_id, key, value)
);
comment on table contact_field_values is 'room: contacts';
create index contact_field_values_top on contact_field_values (project_id, key, contacts desc);
select make_tenant_table('contact_field_values');

-- What a write changed, one row per write; a task folds the rows into the figures. Nobody waits for a shared counter.
create table contact_tallies (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  contacts int not null,
  subscribed int not null,
  fields jsonb not null default '[]',
  primary key (project_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
comment on table contact_tallies is 'room: contacts';
select make_tenant_table('contact_tallies');

create table contact_totals (
  project_id uuid not null references projects (id) on delete cascade,
  contacts bigint not null,
  subscribed bigint not null,
  primary key (project_id)
);
comment on table contact_totals is 'room: contacts';
select make_tenant_table('contact_totals');

-- Projects whose tallies wait to be folded. A dispatch function: it sees all projects and returns ids alone.
create policy dispatch on contact_tallies for select to postrider_dispatch using (true);
grant select (project_id) on contact_tallies to postrider_dispatch;
create function projects_with_contact_tallies(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive found as (
    (select t.project_id from contact_tallies t order by t.project_id limit 1)
    union all
    select (select t.project_id from contact_tallies t where t.project_id > f.project_id order by t.project_id limit 1)
      from found f where f.project_id is not null)
  select f.project_id from found f where f.project_id is not null limit most
$$;
revoke execute on function projects_with_contact_tallies from public;
grant execute on function projects_with_contact_tallies to postrider_worker;
alter function projects_with_contact_tallies owner to postrider_dispatch;

-- Looks for a part of an address. Why a function: row security hides the trigram index from LIKE, which is not
-- leakproof. It runs without that barrier, names the project itself from the door's setting, and returns ids alone.
create policy dispatch on contacts for select to postrider_dispatch using (true);
grant select (project_id, id, email, subscribed, created_at) on contacts to postrider_dispatch;
create function search_contacts(
  pattern text, wanted boolean, by_email boolean, ascending boolean, after_value text, after_id uuid, most int)
returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  sort text := case when by_email then 'email' else 'created_at' end;
  kind text := case when by_email then 'text collate "C"' else 'timestamptz' end;
  way text := case when ascending then 'asc' else 'desc' end;
  beyond text := case when ascending then '>' else '<' end;
begin
  return query execute format(
    'select id from contacts where project_id = $1 and email like $2 and ($3 is null or subscribed = $3)'
    || case when after_id is null then '' else format(' and (%I, id) %s ($4::%s, $5)', sort, beyond, kind) end
    || ' order by %I %s, id %s limit $6', sort, way, way)
    using current_setting('app.project')::uuid, pattern, wanted, after_value, after_id, most;
end $$;
create function count_found_contacts(pattern text, wanted boolean) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  found bigint;
begin
  execute 'select count(*) from contacts where project_id = $1 and email like $2 and ($3 is null or subscribed = $3)'
    into found using current_setting('app.project')::uuid, pattern, wanted;
  return found;
end $$;
revoke execute on function search_contacts, count_found_contacts from public;
grant execute on function search_contacts, count_found_contacts to postrider_app;
alter function search_contacts owner to postrider_dispatch;
alter function count_found_contacts owner to postrider_dispatch;
