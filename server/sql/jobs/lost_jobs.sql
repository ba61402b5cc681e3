-- Jobs that have not ended and that no task of the queue is about. `tasks` is a JSON object: the name of the task for each type
-- of job. Why plpgsql: the queue's tables are made after the first migrations have run.
set local role postrider_dispatch;
create or replace function lost_jobs(tasks text, younger_seconds int, most int) returns table (project_id uuid, id uuid, type text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    select j.project_id, j.id, j.type from jobs j
     where j.finished_at is null and j.created_at < clock_timestamp() - make_interval(secs => younger_seconds)
       and tasks::jsonb ? j.type
       and not exists (select 1 from queue.job q
                        where q.name = tasks::jsonb ->> j.type and q.state in ('created', 'retry', 'active')
                          and q.data -> 'payload' ->> 'jobId' = j.id::text)
     order by j.created_at limit most;
end $$;

revoke execute on function lost_jobs from public;
grant execute on function lost_jobs to postrider_worker;
