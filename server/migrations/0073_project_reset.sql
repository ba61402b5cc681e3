-- Resetting a project (contract/10, D-1150 to D-1152). Empty columns, a partial index of an empty set, and a wider check of a small
-- table: no row is rewritten. Beside the previous version: its transactions do not look at the mark, so a project is reset only when all
-- processes have this version.

-- While set, all data of the project is being erased: no mail passes the gate, and transactions of the project are refused when they open.
alter table projects add column wipe_began_at timestamptz(3);
-- The job of the reset; null when the project is erased because it was deleted.
alter table projects add column reset_job_id uuid;
-- When the last reset ended; what was noted before is not written any more.
alter table projects add column reset_at timestamptz(3);
create index projects_wipe_began_at on projects (wipe_began_at) where wipe_began_at is not null;
grant select (wipe_began_at, reset_at) on projects to postrider_dispatch;

alter table jobs drop constraint jobs_type_check;
alter table jobs add constraint jobs_type_check check (type in
  ('import', 'bulk-subscribe', 'bulk-unsubscribe', 'bulk-delete', 'delete-field', 'delete-event', 'compute-segment', 'cancel-executions',
   'reset'));
