-- Projects whose earlier mails are to be counted. A dispatch function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_uncounted_mails(most int) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.project_id from mail_figure_fills f limit most
$$;

revoke execute on function projects_with_uncounted_mails from public;
grant execute on function projects_with_uncounted_mails to postrider_worker;
