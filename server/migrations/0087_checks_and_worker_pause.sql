-- What the checks of the installation read (contract/09, D-1044), and the mark that keeps workers from starting after a restore
-- (docs/decisions/0046). New rights and a new table; no row is rewritten. Beside the previous version: it does not know the mark, and no
-- mark is set by this file.

grant select (id, at_risk_since, dmarc_policy) on domains to postrider_dispatch;
grant select (created_at) on domain_keys to postrider_dispatch;
grant select (unknown_at) on deliveries to postrider_dispatch;

-- At most one row. Only the owner of the schema writes it: `restore` sets it, `resume-sending` takes it away.
create table worker_pause (
  is_only boolean primary key default true check (is_only),
  paused_at timestamptz(3) not null,
  -- When the backup was taken from which this database was restored.
  backup_at timestamptz(3) not null
);
comment on table worker_pause is 'platform: worker-pause';
grant select on worker_pause to postrider_app;
