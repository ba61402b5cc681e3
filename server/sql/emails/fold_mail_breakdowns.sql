-- Adds rows of connections to slot 0 of their quarter and of their day, an hour after the quarter. Returns how many rows there were.
-- Invariant: what leaves a row of a connection enters both with the same commit, so no sum changes. A row that is being written is left for
-- the next fold.
set local role postrider_dispatch;
create or replace function fold_mail_breakdowns(most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  folded bigint;
begin
  perform pg_advisory_xact_lock(70215443, 59);
  with old as materialized (
    select f.project_id, f.span, f.dimension, f.at, f.source, f.is_test, f.name, f.detail, f.slot from mail_breakdowns f
     where f.slot <> 0 and f.at < now() - interval '75 minutes' limit most for update skip locked),
  gone as (
    delete from mail_breakdowns f using old o
     where f.project_id = o.project_id and f.span = o.span and f.dimension = o.dimension and f.at = o.at and f.source = o.source
       and f.is_test = o.is_test and f.name = o.name and f.detail = o.detail and f.slot = o.slot
    returning f.*),
  kept as (
    insert into mail_breakdowns as f
    select g.project_id, s.span, g.dimension, s.at, g.source, g.is_test, g.name, g.detail, 0, sum(g.accepted), sum(g.sent),
           sum(g.delivered), sum(g.opened), sum(g.clicked), sum(g.bounced), sum(g.complained)
      from gone g cross join lateral (values ('quarter', g.at), ('day', date_trunc('day', g.at, 'UTC'))) s (span, at)
     group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (project_id, span, dimension, at, source, is_test, name, detail, slot) do update
       set accepted = f.accepted + excluded.accepted, sent = f.sent + excluded.sent, delivered = f.delivered + excluded.delivered,
           opened = f.opened + excluded.opened, clicked = f.clicked + excluded.clicked, bounced = f.bounced + excluded.bounced,
           complained = f.complained + excluded.complained)
  select count(*) into folded from gone;
  return folded;
end $$;

revoke execute on function fold_mail_breakdowns from public;
grant execute on function fold_mail_breakdowns to postrider_worker;
