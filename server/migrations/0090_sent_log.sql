-- What the comparison of the sent log with the database reads, and the pause that a worker or an operator begins (docs/decisions/0052). New
-- rights and a new table; no row is rewritten. Beside the previous version: it does not look at them.

create policy dispatch on emails for select to postrider_dispatch using (true);
grant select (project_id, id, created_at) on emails to postrider_dispatch;
grant select, insert on worker_pause to postrider_dispatch;

-- At most one row: when `resume-sending` was last said. Mail that left before is settled. Only the owner of the schema writes it.
create table sending_resumes (
  is_only boolean primary key default true check (is_only),
  resumed_at timestamptz(3) not null
);
comment on table sending_resumes is 'platform: worker-pause';
grant select on sending_resumes to postrider_app;
