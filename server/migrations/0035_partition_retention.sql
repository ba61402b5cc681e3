-- What is past its time goes in two ways that do not wait for each other: whole partitions are dropped, and what lies in
-- a default partition is deleted in batches. A partition that somebody reads is left for the next look.

-- Drops a partition, unless somebody holds on to it for longer than the caller's lock_timeout.
create function drop_partition(bare text) returns boolean language plpgsql as $$
begin
  execute format('drop table %I', bare);
  return true;
exception when lock_not_available then return false;
end $$;
revoke execute on function drop_partition from public;

-- Deletes up to `most` rows of a default partition that are older than `before`, whatever its key is.
create function trim_default(bare text, key text, before text, most int) returns bigint language plpgsql as $$
declare gone bigint;
begin
  execute format('delete from %I where ctid = any (array(select ctid from %I where %I < %L limit %s))', bare, bare, key, before, most);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function trim_default from public;

create or replace function drop_event_months(keep_days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  first_kept timestamp := date_trunc('month', now() at time zone 'UTC' - make_interval(days => keep_days));
  bare text;
  dropped int := 0;
begin
  if keep_days < 1 then raise exception 'events are kept for a day at least'; end if;
  for bare in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{6}$'
       and c.relname < 'events_' || to_char(first_kept, 'YYYYMM') loop
    if drop_partition(bare) then dropped := dropped + 1; end if;
  end loop;
  return dropped;
end $$;

create function trim_event_months(keep_days int, most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if keep_days < 1 then raise exception 'events are kept for a day at least'; end if;
  return trim_default('events_default', 'created_at',
    (date_trunc('month', now() at time zone 'UTC' - make_interval(days => keep_days)) at time zone 'UTC')::text, most);
end $$;

create or replace function drop_email_partitions(body_days int, attempt_days int, file_days int, inbox_days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  dropped int := 0;
  target record;
  bare text;
  keep_from timestamp;
begin
  if least(body_days, attempt_days, file_days, inbox_days) < 1 then raise exception 'everything is kept for a day at least'; end if;
  for target in
    select * from (values ('email_contents', 'week', body_days), ('delivery_attempts', 'month', attempt_days),
                          ('email_attachments', 'week', file_days), ('inbox_messages', 'week', inbox_days))
                  t (name, period, days) loop
    keep_from := now() at time zone 'UTC' - make_interval(days => target.days);
    for bare in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = target.name::regclass and c.relname ~ ('^' || target.name || '_\d{8}$')
         and to_timestamp(right(c.relname, 8), 'YYYYMMDD')::timestamp + ('1 ' || target.period)::interval <= keep_from loop
      if drop_partition(bare) then dropped := dropped + 1; end if;
    end loop;
  end loop;
  return dropped;
end $$;

-- Up to `most` rows of all kinds together.
create function trim_email_partitions(body_days int, attempt_days int, file_days int, inbox_days int, most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone bigint := 0;
  target record;
begin
  if least(body_days, attempt_days, file_days, inbox_days) < 1 then raise exception 'everything is kept for a day at least'; end if;
  for target in
    select * from (values ('email_contents', 'id', body_days), ('delivery_attempts', 'email_id', attempt_days),
                          ('email_attachments', 'id', file_days), ('inbox_messages', 'id', inbox_days)) t (name, key, days) loop
    gone := gone + trim_default(target.name || '_default', target.key,
      first_id_at(now() - make_interval(days => target.days))::text, (most - gone)::int);
  end loop;
  return gone;
end $$;

create or replace function turn_tracking_months(ahead int, keep_days int) returns int
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
    if drop_partition(bare) then turned := turned + 1; end if;
  end loop;
  return turned;
end $$;

create function trim_tracking_months(keep_days int, most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if keep_days < 1 then raise exception 'everything is kept for a day at least'; end if;
  return trim_default('tracking_hits_default', 'email_id', first_id_at(now() - make_interval(days => keep_days))::text, most);
end $$;

revoke execute on function trim_event_months, trim_email_partitions, trim_tracking_months from public;
grant execute on function trim_event_months, trim_email_partitions, trim_tracking_months to postrider_worker;
