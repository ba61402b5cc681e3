-- Figures about the mails of a project, changed in the transactions that change the mails (docs/decisions/0032-figures.md). New tables, and
-- two triggers on emails: the lock on it is held for an instant, and no row of it is rewritten. Workers count the mails that are
-- there already, page by page.
create table mail_figures (
  project_id uuid not null,
  -- The beginning of a quarter of an hour in UTC.
  quarter timestamptz(0) not null,
  -- NONE: the figure is not about a mail.
  source text collate "C" not null check (source in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'NONE')),
  is_test boolean not null,
  -- Each connection writes rows of its own; they are added to slot 0 an hour after the quarter.
  slot smallint not null,
  -- What happened in the quarter.
  accepted bigint not null default 0,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  opened bigint not null default 0,
  clicked bigint not null default 0,
  bounced bigint not null default 0,
  complained bigint not null default 0,
  unsubscribed bigint not null default 0,
  -- What has become of the mails that were accepted in the quarter: ever sent, opened, clicked; and their status now, each mail once.
  of_sent bigint not null default 0,
  of_opened bigint not null default 0,
  of_clicked bigint not null default 0,
  now_handed_over bigint not null default 0,
  now_delivered bigint not null default 0,
  now_bounced bigint not null default 0,
  now_failed bigint not null default 0,
  now_suppressed bigint not null default 0,
  now_cancelled bigint not null default 0,
  primary key (project_id, quarter, source, is_test, slot)
) with (fillfactor = 50);
comment on table mail_figures is 'feature: emails';
create index mail_figures_unfolded on mail_figures (project_id, quarter) where slot <> 0;
select make_tenant_table('mail_figures');

-- Mails that were ever accepted, of all rows in slot 0.
create table mail_totals (
  project_id uuid not null,
  accepted bigint not null,
  primary key (project_id)
);
comment on table mail_totals is 'feature: emails';
select make_tenant_table('mail_totals');

-- Projects whose earlier mails are not all counted yet: those that were accepted before this moment are not, the others are.
create table mail_figure_fills (
  project_id uuid not null,
  counted_from timestamptz(3) not null,
  primary key (project_id)
);
comment on table mail_figure_fills is 'feature: emails';
select make_tenant_table('mail_figure_fills');

create policy dispatch on mail_figures to postrider_dispatch using (true) with check (true);
create policy dispatch on mail_totals to postrider_dispatch using (true) with check (true);
create policy dispatch on mail_figure_fills to postrider_dispatch using (true);
grant select, insert, update, delete on mail_figures to postrider_dispatch;
grant select, insert, update on mail_totals to postrider_dispatch;
grant select on mail_figure_fills to postrider_dispatch;

-- A trigger needs its function. Until server/sql brings the text that counts, a project that writes mail is one whose mails are to be counted.
create function count_mail_rows() returns trigger language plpgsql as $$
begin
  insert into mail_figure_fills (project_id, counted_from)
  select distinct project_id, 'infinity'::timestamptz from new_mails on conflict do nothing;
  return null;
end $$;
create trigger emails_accepted after insert on emails referencing new table as new_mails
  for each statement execute function count_mail_rows();
create trigger emails_changed after update on emails referencing old table as old_mails new table as new_mails
  for each statement execute function count_mail_rows();
insert into mail_figure_fills (project_id, counted_from) select id, 'infinity' from projects;
