-- Runs that a user polls. What they are to do, and how far they are, belongs to the room that made them.
create table jobs (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('import', 'bulk-subscribe', 'bulk-unsubscribe', 'bulk-delete', 'delete-field',
                                     'delete-event', 'compute-segment')),
  state text not null check (state in ('waiting', 'active', 'completed', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 99 or (progress = 100 and state = 'completed')),
  -- Written once.
  input jsonb not null,
  -- Null until the job has begun; moves in the transaction of each batch.
  cursor jsonb,
  -- What was done so far; shown when the job has ended.
  counts jsonb not null,
  -- Batches done: the fence that stops a second runner of the same job.
  step int not null default 0,
  -- Starts since the last batch.
  attempts int not null default 0,
  failed_reason text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (project_id, id),
  check ((finished_at is not null) = (state in ('completed', 'failed'))),
  check ((failed_reason is not null) = (state = 'failed'))
) with (fillfactor = 50);
comment on table jobs is 'room: jobs';
create index jobs_finished on jobs (finished_at) where finished_at is not null;
select make_tenant_table('jobs');

-- The file a job reads, gone when the job ends. External: it is written and read whole, compressing it costs time.
create table job_files (
  project_id uuid not null,
  job_id uuid not null,
  content bytea not null check (length(content) <= 5242880),
  primary key (project_id, job_id),
  foreign key (project_id, job_id) references jobs (project_id, id) on delete cascade
);
alter table job_files alter column content set storage external;
comment on table job_files is 'room: jobs';
select make_tenant_table('job_files');

-- The records a job is about, as they were when it began, one row per batch; gone when the job ends.
create table job_batches (
  project_id uuid not null,
  job_id uuid not null,
  position int not null,
  ids uuid[] not null,
  primary key (project_id, job_id, position),
  foreign key (project_id, job_id) references jobs (project_id, id) on delete cascade
);
comment on table job_batches is 'room: jobs';
select make_tenant_table('job_batches');

-- What failed alone: a line of a file with its cells, or a record.
create table job_errors (
  project_id uuid not null,
  job_id uuid not null,
  line int not null,
  email text,
  record_id uuid,
  error text not null,
  cells jsonb,
  primary key (project_id, job_id, line),
  foreign key (project_id, job_id) references jobs (project_id, id) on delete cascade
);
comment on table job_errors is 'room: jobs';
select make_tenant_table('job_errors');

-- Removes jobs a week after they ended, so many rows at a time, their errors first. Returns how many rows went.
create policy dispatch on jobs to postrider_dispatch using (true);
grant select (project_id, id, finished_at), delete on jobs to postrider_dispatch;
create policy dispatch on job_errors to postrider_dispatch using (true);
grant select (project_id, job_id, line), delete on job_errors to postrider_dispatch;
create function clean_jobs(most int) returns bigint
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
alter function clean_jobs owner to postrider_dispatch;
