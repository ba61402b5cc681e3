-- How far the figures of a project have been compared with its mails (docs/decisions/0032-figures.md). A new table alone.
create table mail_figure_checks (
  project_id uuid not null,
  -- When a comparison last began; the next one begins a day later.
  began_at timestamptz(3) not null,
  -- The quarter with which it goes on; null: from the first mail.
  next_quarter timestamptz(0),
  primary key (project_id)
);
comment on table mail_figure_checks is 'feature: emails';
select make_tenant_table('mail_figure_checks');
create policy dispatch on mail_figure_checks to postrider_dispatch using (true);
grant select on mail_figure_checks to postrider_dispatch;
