-- After each statement that inserts or changes emails: figures follow the rows, whatever writes them. Of a project whose earlier mails are
-- still being counted, only mails count that are counted already; the lock keeps that border where it is until the transaction ends.
create or replace function count_mail_rows() returns trigger
language plpgsql set search_path = public, pg_temp set jit = off as $$
begin
  perform from mail_figure_fills l where l.project_id in (select n.project_id from new_mails n) for key share;
  if tg_op = 'INSERT' then
    perform add_mail_figures(array(
      select f from new_mails m
        left join mail_figure_fills l on l.project_id = m.project_id
       cross join lateral mail_facts(1, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at, m.delivered_at,
                                     m.opened_at, m.clicked_at, m.bounced_at, m.complained_at) f
       where l.counted_from is null or m.created_at >= l.counted_from));
  else
    perform add_mail_figures(array(
      select f
        from (select 1 as times, n.project_id, n.source_type, n.is_test, n.status, n.created_at, n.sent_at, n.delivered_at,
                     n.opened_at, n.clicked_at, n.bounced_at, n.complained_at from new_mails n
              union all
              select -1, o.project_id, o.source_type, o.is_test, o.status, o.created_at, o.sent_at, o.delivered_at, o.opened_at,
                     o.clicked_at, o.bounced_at, o.complained_at from old_mails o) m
        left join mail_figure_fills l on l.project_id = m.project_id
       cross join lateral mail_facts(m.times, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at,
                                     m.delivered_at, m.opened_at, m.clicked_at, m.bounced_at, m.complained_at) f
       where l.counted_from is null or m.created_at >= l.counted_from));
  end if;
  return null;
end $$;
