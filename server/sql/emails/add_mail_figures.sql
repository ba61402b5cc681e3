-- Adds facts to the figures of their quarters. Each connection has rows of its own, so that transactions neither wait for each other nor
-- block each other; quarters whose sums are zero are not written. In the order of their keys: two connections whose process numbers are
-- far apart may share rows, and statements must not wait for each other in a circle.
create or replace function add_mail_figures(facts mail_figures[]) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
#variable_conflict use_column
begin
  if cardinality(facts) = 0 then return; end if;
  insert into mail_figures as f
  select s.*
    from (select project_id, quarter, source, is_test, (1 + pg_backend_pid() % 32767)::smallint,
                 sum(accepted) as a, sum(sent) as b, sum(delivered) as c, sum(opened) as d, sum(clicked) as e, sum(bounced) as g,
                 sum(complained) as h, sum(unsubscribed) as i, sum(of_sent) as j, sum(of_opened) as k, sum(of_clicked) as l,
                 sum(now_handed_over) as m, sum(now_delivered) as n, sum(now_bounced) as o, sum(now_failed) as p,
                 sum(now_suppressed) as q, sum(now_cancelled) as r
            from unnest(facts) group by 1, 2, 3, 4) s
   where (a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q, r) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
   order by project_id, quarter, source, is_test
  on conflict (project_id, quarter, source, is_test, slot) do update
     set accepted = f.accepted + excluded.accepted, sent = f.sent + excluded.sent,
         delivered = f.delivered + excluded.delivered, opened = f.opened + excluded.opened,
         clicked = f.clicked + excluded.clicked, bounced = f.bounced + excluded.bounced,
         complained = f.complained + excluded.complained, unsubscribed = f.unsubscribed + excluded.unsubscribed,
         of_sent = f.of_sent + excluded.of_sent, of_opened = f.of_opened + excluded.of_opened,
         of_clicked = f.of_clicked + excluded.of_clicked, now_handed_over = f.now_handed_over + excluded.now_handed_over,
         now_delivered = f.now_delivered + excluded.now_delivered, now_bounced = f.now_bounced + excluded.now_bounced,
         now_failed = f.now_failed + excluded.now_failed, now_suppressed = f.now_suppressed + excluded.now_suppressed,
         now_cancelled = f.now_cancelled + excluded.now_cancelled;
end $$;
