-- After each statement that inserts or changes emails: figures and breakdowns follow the rows, whatever writes them. Of a project whose earlier mails are
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
    perform add_mail_breakdowns(array(
      select f from new_mails m
       cross join lateral mail_breakdown_facts(
         1, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at, m.delivered_at, m.opened_at, m.clicked_at,
         m.bounced_at, m.complained_at, m.recipient, m.from_email, m.error, m.campaign_id, m.workflow_id, m.template_id) f));
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
    -- A mail that loses its recipient with the contact stays where it was counted.
    perform add_mail_breakdowns(array(
      select f
        from (select w.*, case w.times when 1 then coalesce(w.recipient, max(w.recipient) over same) else w.recipient end as known_recipient,
                     case when w.times = 1 and w.recipient is null and max(w.recipient) over same is not null
                          then coalesce(w.error, max(w.error) over same) else w.error end as known_error
                from (select 1 as times, n.project_id, n.id, n.source_type, n.is_test, n.status, n.created_at, n.sent_at,
                             n.delivered_at, n.opened_at, n.clicked_at, n.bounced_at, n.complained_at, n.recipient, n.from_email,
                             n.error, n.campaign_id, n.workflow_id, n.template_id from new_mails n
                      union all
                      select -1, o.project_id, o.id, o.source_type, o.is_test, o.status, o.created_at, o.sent_at, o.delivered_at,
                             o.opened_at, o.clicked_at, o.bounced_at, o.complained_at, o.recipient, o.from_email, o.error,
                             o.campaign_id, o.workflow_id, o.template_id from old_mails o) w
              window same as (partition by w.project_id, w.id)) m
       cross join lateral mail_breakdown_facts(
         m.times, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at, m.delivered_at, m.opened_at,
         m.clicked_at, m.bounced_at, m.complained_at, m.known_recipient, m.from_email, m.known_error, m.campaign_id, m.workflow_id,
         m.template_id) f));
  end if;
  return null;
end $$;
