-- Projects whose last check failed. A dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_failed_checks(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.project_id from reputation_suspensions s where s.cause = 'CHECK_FAILED' and s.ended_at is null limit most
$$;

revoke execute on function projects_with_failed_checks from public;
grant execute on function projects_with_failed_checks to postrider_worker;
