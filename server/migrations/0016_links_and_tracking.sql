-- The addresses that mails of a project link to, and what recipients do with pixel and links.

-- Each address once. The id follows from project and address, so writing a message looks nothing up. It refers to no other
-- table: a reference would lock the project's row for each mail.
create table email_links (
  project_id uuid not null,
  id uuid not null,
  url text collate "C" not null,
  primary key (project_id, id)
);
comment on table email_links is 'room: emails';
select make_tenant_table('email_links');

-- A log of requests for pixels and links, by month of the email. No address of a client: a keyed hash of its network.
create table tracking_hits (
  project_id uuid not null,
  email_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('open', 'click')),
  link_id uuid,
  at timestamptz(3) not null,
  -- Null: a click whose second is not over yet.
  verdict text check (verdict in ('human', 'machine', 'unsure')),
  reason text,
  is_counted boolean not null default false,
  user_agent text,
  network text,
  primary key (project_id, email_id, id)
) partition by range (email_id);
comment on table tracking_hits is 'room: emails';
select make_tenant_table('tracking_hits');
create table tracking_hits_default partition of tracking_hits default;

-- Emails with clicks to judge; `id` is the email's. See emails/tracking.
create table click_judgements (
  project_id uuid not null,
  id uuid not null,
  primary key (project_id, id)
);
comment on table click_judgements is 'room: emails';
select make_spool_table('click_judgements');

-- Makes the months from the last one on to `ahead` months from now, and drops those older than keep_days. It runs as the
-- owner, because only the owner of a table makes and drops its partitions; it takes and returns numbers.
create function turn_tracking_months(ahead int, keep_days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  turned int := 0;
  begins timestamp;
  bare text;
  bounds uuid[];
  keep_from timestamp := now() at time zone 'UTC' - make_interval(days => keep_days);
begin
  if keep_days < 1 then raise exception 'everything is kept for a day at least'; end if;
  for begins in
    select generate_series(date_trunc('month', now() at time zone 'UTC') - interval '1 month',
                           date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead),
                           interval '1 month') loop
    bare := 'tracking_hits_' || to_char(begins, 'YYYYMMDD');
    continue when to_regclass(bare) is not null;
    bounds := array[first_id_at(begins at time zone 'UTC'), first_id_at((begins + interval '1 month') at time zone 'UTC')];
    continue when exists (select 1 from tracking_hits_default where email_id >= bounds[1] and email_id < bounds[2]);
    execute format('create table %I (like tracking_hits including all)', bare);
    execute format('alter table tracking_hits attach partition %I for values from (%L) to (%L)', bare, bounds[1], bounds[2]);
    turned := turned + 1;
  end loop;
  for bare in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'tracking_hits'::regclass and c.relname ~ '^tracking_hits_\d{8}$'
       and to_timestamp(right(c.relname, 8), 'YYYYMMDD')::timestamp + interval '1 month' <= keep_from loop
    execute format('drop table %I', bare);
    turned := turned + 1;
  end loop;
  delete from tracking_hits_default where email_id < first_id_at(keep_from at time zone 'UTC');
  return turned;
end $$;
revoke execute on function turn_tracking_months from public;
grant execute on function turn_tracking_months to postrider_worker;

select turn_tracking_months(3, 36500);
