-- That the keys of a project were ever used: the uses by hour are kept for two days, and keys are replaced. A small table, filled from
-- the uses that there are. Beside the previous version: its calls are noted too, by the function that both call.

-- Why no foreign key to projects: as for the lines of the request log.
create table first_key_uses (
  project_id uuid primary key,
  used_at timestamptz(3) not null
);
comment on table first_key_uses is 'feature: request-log';
select make_tenant_table('first_key_uses');
create policy dispatch on first_key_uses to postrider_dispatch using (true);
grant select, insert on first_key_uses to postrider_dispatch;

insert into first_key_uses (project_id, used_at) select project_id, min(last_used_at) from key_usage_hours group by project_id;
