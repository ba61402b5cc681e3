-- Pauses all workers, unless they are paused. Mail accepted after paused_at cannot have left before. An operator (`last_left` is null) pauses
-- before the API starts. A worker may notice later: what this server has accepted since its start counts as new, and so does what came after
-- the last mail that is known to have left, since a standby may have been started long before it took over. backup_at is the newest mail from
-- before, for an operator from before the start of the server if there is any: the moment that was restored is not earlier.
set local role postrider_dispatch;
create or replace function newest_mail_before(moment timestamptz) returns timestamptz
language sql security definer stable set search_path = public, pg_temp as $$
  select max(newest.created_at)
    from projects p
    cross join lateral (
      select e.created_at from emails e where e.project_id = p.id and e.created_at <= moment
       order by e.created_at desc limit 1) newest
$$;
revoke execute on function newest_mail_before from public;

create or replace function pause_sending(last_left timestamptz)
returns table (paused_at timestamptz, backup_at timestamptz, is_new boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  since timestamptz := case when last_left is null then now() else greatest(pg_postmaster_start_time(), last_left) end;
  known_until timestamptz := case when last_left is null then pg_postmaster_start_time() else since end;
  is_made boolean;
begin
  insert into worker_pause (paused_at, backup_at)
  select since, coalesce(newest_mail_before(known_until), newest_mail_before(since), 'epoch')
  on conflict do nothing;
  is_made := found;
  -- Why a statement of its own: one that waited for another worker's pause does not see it.
  return query select w.paused_at, w.backup_at, is_made from worker_pause w;
end $$;

revoke execute on function pause_sending from public;
grant execute on function pause_sending to postrider_worker;
