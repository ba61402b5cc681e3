-- Figures about the contacts of a project, changed by triggers on contacts (docs/decisions/0040-breakdowns.md). New tables, and three
-- triggers: the lock on contacts is held for an instant, and no row of it is rewritten. What happened before is not counted.
create table contact_figures (
  project_id uuid not null,
  -- The beginning of a quarter of an hour in UTC.
  quarter timestamptz(0) not null,
  -- Where a created contact came from; empty for the other figures.
  source text collate "C" not null,
  -- Each connection writes rows of its own; they are added to slot 0 an hour after the quarter.
  slot smallint not null,
  created bigint not null default 0,
  deleted bigint not null default 0,
  -- Changes of the state of a contact; its creation is none.
  subscribed bigint not null default 0,
  unsubscribed bigint not null default 0,
  primary key (project_id, quarter, source, slot)
) with (fillfactor = 70);
comment on table contact_figures is 'feature: contacts';
create index contact_figures_unfolded on contact_figures (quarter) where slot <> 0;
select make_tenant_table('contact_figures');
create policy dispatch on contact_figures to postrider_dispatch using (true) with check (true);
grant select, insert, update, delete on contact_figures to postrider_dispatch;

-- Projects that had contacts before there were figures: days that began earlier are not shown.
create table contact_figure_starts (
  project_id uuid not null,
  counted_from timestamptz(0) not null,
  primary key (project_id)
);
comment on table contact_figure_starts is 'feature: contacts';
select make_tenant_table('contact_figure_starts');
insert into contact_figure_starts (project_id, counted_from)
select id, date_bin('15 minutes', now() + interval '1 hour', timestamptz '2000-01-01 00:00:00+00') from projects;

-- A trigger needs its function; server/sql brings the text that counts.
create function count_contact_rows() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger contacts_created after insert on contacts referencing new table as new_contacts
  for each statement execute function count_contact_rows();
create trigger contacts_changed after update on contacts referencing old table as old_contacts new table as new_contacts
  for each statement execute function count_contact_rows();
create trigger contacts_deleted after delete on contacts referencing old table as old_contacts
  for each statement execute function count_contact_rows();
