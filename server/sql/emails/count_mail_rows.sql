-- After each statement that inserts or changes emails: figures and breakdowns follow the rows, whatever writes them. Of a project whose
-- earlier mails are still being counted, only mails count in the figures that are counted already; the lock keeps that border where it is
-- until the transaction ends. One mail that is accepted or moves on has a way of its own (count_one_mail). Of several, those
-- that count alike are first added up, so that mails of which nothing has changed that counts cancel out.
-- Why no nested loops: a plan that was kept from a few mails would compare each old row of a large statement with each new one.
create or replace function count_mail_rows() returns trigger
language plpgsql set search_path = public, pg_temp set jit = off set enable_nestloop = off as $$
declare
  mail emails;
  was emails;
  counted record;
begin
  select * into mail from new_mails limit 1;
  if not found then return null; end if;
  perform from new_mails offset 1 limit 1;
  if not found then
    if tg_op = 'UPDATE' then select * into was from old_mails limit 1; end if;
    if count_one_mail(was, mail) then return null; end if;
  end if;

  perform from mail_figure_fills l where l.project_id in (select n.project_id from new_mails n) for key share;
  if tg_op = 'INSERT' then
    with mails as materialized (
      select count(*)::int as times, m.project_id, m.source_type, m.is_test, m.status,
             coalesce(m.created_at >= l.counted_from, true) as is_counted, quarter_of(m.created_at) as created_at,
             quarter_of(m.sent_at) as sent_at, quarter_of(m.delivered_at) as delivered_at, quarter_of(m.opened_at) as opened_at,
             quarter_of(m.clicked_at) as clicked_at, quarter_of(m.bounced_at) as bounced_at,
             quarter_of(m.complained_at) as complained_at, min(m.recipient) as recipient, m.from_email,
             case when m.bounced_at is not null then m.error end as error, m.campaign_id, m.workflow_id, m.template_id
        from new_mails m
        left join mail_figure_fills l on l.project_id = m.project_id
       group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, mailbox_provider(m.recipient), 15, 16, 17, 18, 19)
    select add_mail_figures(array(
             select f from mails m
              cross join lateral mail_facts(m.times, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at,
                                            m.delivered_at, m.opened_at, m.clicked_at, m.bounced_at, m.complained_at) f
              where m.is_counted)),
           add_mail_breakdowns(array(
             select f from mails m
              cross join lateral mail_breakdown_facts(
                m.times, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at, m.delivered_at, m.opened_at,
                m.clicked_at, m.bounced_at, m.complained_at, m.recipient, m.from_email, m.error, m.campaign_id, m.workflow_id,
                m.template_id) f))
      into counted;
    return null;
  end if;
  with mails as materialized (
    select sum(m.times)::int as times, m.project_id, m.source_type, m.is_test, m.status,
           coalesce(m.created_at >= l.counted_from, true) as is_counted, quarter_of(m.created_at) as created_at,
           quarter_of(m.sent_at) as sent_at, quarter_of(m.delivered_at) as delivered_at, quarter_of(m.opened_at) as opened_at,
           quarter_of(m.clicked_at) as clicked_at, quarter_of(m.bounced_at) as bounced_at,
           quarter_of(m.complained_at) as complained_at, min(m.recipient) as recipient, m.from_email,
           case when m.bounced_at is not null then m.error end as error, m.campaign_id, m.workflow_id, m.template_id
      from (select 1 as times, n.project_id, n.source_type, n.is_test, n.status, n.created_at, n.sent_at, n.delivered_at, n.opened_at,
                   n.clicked_at, n.bounced_at, n.complained_at,
                   -- A mail that loses its recipient with the contact stays where it was counted.
                   coalesce(n.recipient, o.recipient) as recipient, n.from_email,
                   case when n.recipient is null and o.recipient is not null then coalesce(n.error, o.error) else n.error end as error,
                   n.campaign_id, n.workflow_id, n.template_id
              from new_mails n join old_mails o on o.project_id = n.project_id and o.id = n.id
            union all
            select -1, o.project_id, o.source_type, o.is_test, o.status, o.created_at, o.sent_at, o.delivered_at, o.opened_at, o.clicked_at,
                   o.bounced_at, o.complained_at, o.recipient, o.from_email, o.error, o.campaign_id, o.workflow_id, o.template_id
              from old_mails o) m
      left join mail_figure_fills l on l.project_id = m.project_id
     group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, mailbox_provider(m.recipient), 15, 16, 17, 18, 19
    having sum(m.times) <> 0)
  select add_mail_figures(array(
           select f from mails m
            cross join lateral mail_facts(m.times, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at,
                                          m.delivered_at, m.opened_at, m.clicked_at, m.bounced_at, m.complained_at) f
            where m.is_counted)),
         add_mail_breakdowns(array(
           select f from mails m
            cross join lateral mail_breakdown_facts(
              m.times, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at, m.delivered_at, m.opened_at,
              m.clicked_at, m.bounced_at, m.complained_at, m.recipient, m.from_email, m.error, m.campaign_id, m.workflow_id,
              m.template_id) f))
    into counted;
  return null;
end $$;
