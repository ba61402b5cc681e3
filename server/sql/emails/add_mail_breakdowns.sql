-- Adds facts to the breakdowns of their quarters, in rows of the connection. Sums that are zero are not written. In one order, as in
-- `add_mail_figures`; deliveries first, as in `count_one_mail`.
create or replace function add_mail_breakdowns(facts mail_breakdowns[]) returns void
language plpgsql set search_path = public, pg_temp set jit = off as $$
#variable_conflict use_column
begin
  if cardinality(facts) = 0 then return; end if;
  insert into mail_breakdowns as f
  select s.*
    from (select project_id, span, dimension, at, source, is_test, name, detail, (1 + pg_backend_pid() % 32767)::smallint,
                 sum(accepted) as a, sum(sent) as b, sum(delivered) as c, sum(opened) as d, sum(clicked) as e, sum(bounced) as g,
                 sum(complained) as h
            from unnest(facts) group by 1, 2, 3, 4, 5, 6, 7, 8) s
   where (a, b, c, d, e, g, h) <> (0, 0, 0, 0, 0, 0, 0)
   order by dimension <> 'delivery', dimension, project_id, at, source, is_test, name, detail
  on conflict (project_id, span, dimension, at, source, is_test, name, detail, slot) do update
     set accepted = f.accepted + excluded.accepted, sent = f.sent + excluded.sent, delivered = f.delivered + excluded.delivered,
         opened = f.opened + excluded.opened, clicked = f.clicked + excluded.clicked, bounced = f.bounced + excluded.bounced,
         complained = f.complained + excluded.complained;
end $$;
