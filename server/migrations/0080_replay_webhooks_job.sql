-- A new type of job. The table is small: its rows are checked while the lock is held, for milliseconds.
alter table jobs drop constraint jobs_type_check;
alter table jobs add constraint jobs_type_check check (type in
  ('import', 'bulk-subscribe', 'bulk-unsubscribe', 'bulk-delete', 'delete-field', 'delete-event', 'compute-segment', 'cancel-executions',
   'replay-webhooks', 'reset'));
