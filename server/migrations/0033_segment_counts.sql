-- When a segment's figure is to be counted again; null for lists, whose figure follows every change in its transaction.
-- The default makes every stored segment due once: figures of lists may be too high from contacts deleted earlier.
alter table segments add column count_due_at timestamptz(3) default now();
create index segments_count_due on segments (count_due_at) where count_due_at is not null;

create policy dispatch on segments for select to postrider_dispatch using (true);
grant select (project_id, count_due_at) on segments to postrider_dispatch;
-- Projects with due figures, the longest waiting first.
create function projects_with_due_counts(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct due.project_id
    from (select s.project_id from segments s where s.count_due_at <= now() order by s.count_due_at limit most) due
$$;
revoke execute on function projects_with_due_counts from public;
grant execute on function projects_with_due_counts to postrider_worker;
alter function projects_with_due_counts owner to postrider_dispatch;
