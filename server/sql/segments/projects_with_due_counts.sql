-- Projects with due counts, the longest waiting first. A dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_due_counts(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.project_id from segments s where s.count_due_at <= now()
   group by s.project_id order by min(s.count_due_at), s.project_id limit most
$$;

revoke execute on function projects_with_due_counts from public;
grant execute on function projects_with_due_counts to postrider_worker;
