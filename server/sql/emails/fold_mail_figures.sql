-- Adds rows of connections to slot 0, an hour after their quarter, and their mails to the totals. Returns how many rows there were.
-- Invariant: what leaves a row of a connection enters slot 0 and the total with the same commit, so no sum changes. A row that is
-- being written is left for the next fold.
set local role postrider_dispatch;
create or replace function fold_mail_figures(most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  folded bigint;
begin
  perform pg_advisory_xact_lock(70215443, 59);
  with old as materialized (
    select f.project_id, f.quarter, f.source, f.is_test, f.slot from mail_figures f
     where f.slot <> 0 and f.quarter < now() - interval '75 minutes' limit most for update skip locked),
  gone as (
    delete from mail_figures f using old o
     where f.project_id = o.project_id and f.quarter = o.quarter and f.source = o.source and f.is_test = o.is_test
       and f.slot = o.slot
    returning f.*),
  kept as (
    insert into mail_figures as f
    select project_id, quarter, source, is_test, 0, sum(accepted), sum(sent), sum(delivered), sum(opened), sum(clicked),
           sum(bounced), sum(complained), sum(unsubscribed), sum(of_sent), sum(of_opened), sum(of_clicked), sum(now_handed_over),
           sum(now_delivered), sum(now_bounced), sum(now_failed), sum(now_suppressed), sum(now_cancelled)
      from gone group by 1, 2, 3, 4
    on conflict (project_id, quarter, source, is_test, slot) do update
       set accepted = f.accepted + excluded.accepted, sent = f.sent + excluded.sent,
           delivered = f.delivered + excluded.delivered, opened = f.opened + excluded.opened,
           clicked = f.clicked + excluded.clicked, bounced = f.bounced + excluded.bounced,
           complained = f.complained + excluded.complained, unsubscribed = f.unsubscribed + excluded.unsubscribed,
           of_sent = f.of_sent + excluded.of_sent, of_opened = f.of_opened + excluded.of_opened,
           of_clicked = f.of_clicked + excluded.of_clicked, now_handed_over = f.now_handed_over + excluded.now_handed_over,
           now_delivered = f.now_delivered + excluded.now_delivered, now_bounced = f.now_bounced + excluded.now_bounced,
           now_failed = f.now_failed + excluded.now_failed, now_suppressed = f.now_suppressed + excluded.now_suppressed,
           now_cancelled = f.now_cancelled + excluded.now_cancelled),
  totals as (
    insert into mail_totals as t (project_id, accepted) select project_id, sum(accepted) from gone group by 1
    on conflict (project_id) do update set accepted = t.accepted + excluded.accepted)
  select count(*) into folded from gone;
  return folded;
end $$;

revoke execute on function fold_mail_figures from public;
grant execute on function fold_mail_figures to postrider_worker;
