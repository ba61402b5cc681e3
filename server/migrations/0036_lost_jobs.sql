-- Finds jobs that have not ended and that no task of the queue is about, so that a schedule gives them a new one.
create index jobs_unfinished on jobs (created_at) where finished_at is null;
grant select (type, created_at) on jobs to postrider_dispatch;

-- `tasks` is a JSON object: the name of the task for each type of job. In plpgsql, because the queue's tables are made
-- after the first migrations have run; the migrator grants the reading of them.
create function lost_jobs(tasks text, younger_seconds int, most int) returns table (project_id uuid, id uuid, type text)
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
alter function lost_jobs owner to postrider_dispatch;
