-- Removes jobs a week after they ended, so many rows at a time, their errors first. Returns how many rows were removed.
set local role postrider_dispatch;
create or replace function clean_jobs(most int) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select project_id, id from jobs where finished_at < clock_timestamp() - interval '7 days'
     order by finished_at limit most),
  page as (
    select e.project_id, e.job_id, e.line
      from old join job_errors e on e.project_id = old.project_id and e.job_id = old.id limit most),
  errors as (
    delete from job_errors e using page
     where e.project_id = page.project_id and e.job_id = page.job_id and e.line = page.line
    returning 1),
  gone as (
    delete from jobs j using old
     where j.project_id = old.project_id and j.id = old.id
       and not exists (select 1 from job_errors e where e.project_id = j.project_id and e.job_id = j.id)
    returning 1)
  select (select count(*) from errors) + (select count(*) from gone)
$$;

revoke execute on function clean_jobs from public;
grant execute on function clean_jobs to postrider_worker;
