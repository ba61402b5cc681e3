-- Counts one mail that was accepted (`was` is null) or moved on by times that lie in one quarter, which is what most statements about emails
-- do. It adds what `mail_facts` and `mail_breakdown_facts` say of such a change, without what they and their sums cost to begin (0040).
-- False, and nothing is written, for any other change. Rows are written in the order of `add_mail_figures` and `add_mail_breakdowns`.
-- It runs in `count_mail_rows` alone, with its settings.
create or replace function count_one_mail(was emails, mail emails) returns boolean language plpgsql as $$
#variable_conflict use_column
declare
  own_slot constant smallint := 1 + pg_backend_pid() % 32767;
  is_new constant boolean := was.id is null;
  origin constant uuid := coalesce(mail.campaign_id, mail.workflow_id, mail.template_id);
  accepted_in constant timestamptz := quarter_of(mail.created_at);
  first_at timestamptz;
  last_at timestamptz;
  happened_in timestamptz;
  sent int;
  delivered int;
  opened int;
  clicked int;
  arrived int;
  is_together boolean;
  border timestamptz;
begin
  if mail.bounced_at is not null or mail.complained_at is not null or mail.status in ('BOUNCED', 'COMPLAINED') then return false; end if;
  if not is_new and not (
       was.bounced_at is null and was.complained_at is null and was.status not in ('BOUNCED', 'COMPLAINED') and was.source_type = mail.source_type
       and was.is_test = mail.is_test and was.created_at = mail.created_at and was.from_email = mail.from_email
       and was.recipient is not distinct from mail.recipient and was.campaign_id is not distinct from mail.campaign_id
       and was.workflow_id is not distinct from mail.workflow_id and was.template_id is not distinct from mail.template_id
       and coalesce(was.sent_at = mail.sent_at, was.sent_at is null)
       and coalesce(was.delivered_at = mail.delivered_at, was.delivered_at is null)
       and coalesce(was.opened_at = mail.opened_at, was.opened_at is null)
       and coalesce(was.clicked_at = mail.clicked_at, was.clicked_at is null)) then
    return false;
  end if;
  sent := (was.sent_at is null and mail.sent_at is not null)::int;
  delivered := (was.delivered_at is null and mail.delivered_at is not null)::int;
  opened := (was.opened_at is null and mail.opened_at is not null)::int;
  clicked := (was.clicked_at is null and mail.clicked_at is not null)::int;
  if sent + delivered + opened + clicked = 0 then
    if was.status = mail.status then return true; end if;
  else
    first_at := least(case sent when 1 then mail.sent_at end, case delivered when 1 then mail.delivered_at end,
                      case opened when 1 then mail.opened_at end, case clicked when 1 then mail.clicked_at end);
    last_at := greatest(case sent when 1 then mail.sent_at end, case delivered when 1 then mail.delivered_at end,
                        case opened when 1 then mail.opened_at end, case clicked when 1 then mail.clicked_at end);
    happened_in := quarter_of(first_at);
    if happened_in < accepted_in or happened_in <> quarter_of(last_at) then return false; end if;
  end if;
  is_together := (happened_in = accepted_in) is true;
  arrived := (mail.status in ('DELIVERED', 'OPENED', 'CLICKED'))::int
             - coalesce((was.status in ('DELIVERED', 'OPENED', 'CLICKED'))::int, 0);

  select counted_from into border from mail_figure_fills where project_id = mail.project_id for key share;
  if border is null or mail.created_at >= border then
    if is_new or is_together or sent + opened + clicked > 0 or was.status <> mail.status then
      insert into mail_figures as f (project_id, quarter, source, is_test, slot, accepted, sent, delivered, opened, clicked, of_sent,
                                     of_opened, of_clicked, now_handed_over, now_delivered, now_failed, now_suppressed, now_cancelled)
      values (mail.project_id, accepted_in, mail.source_type, mail.is_test, own_slot, is_new::int, sent * is_together::int,
              delivered * is_together::int, opened * is_together::int, clicked * is_together::int, sent, opened, clicked,
              (mail.status = 'SENT')::int - coalesce((was.status = 'SENT')::int, 0), arrived,
              (mail.status = 'FAILED')::int - coalesce((was.status = 'FAILED')::int, 0),
              (mail.status = 'SUPPRESSED')::int - coalesce((was.status = 'SUPPRESSED')::int, 0),
              (mail.status = 'CANCELLED')::int - coalesce((was.status = 'CANCELLED')::int, 0))
      on conflict (project_id, quarter, source, is_test, slot) do update
         set accepted = f.accepted + excluded.accepted, sent = f.sent + excluded.sent,
             delivered = f.delivered + excluded.delivered, opened = f.opened + excluded.opened,
             clicked = f.clicked + excluded.clicked, of_sent = f.of_sent + excluded.of_sent,
             of_opened = f.of_opened + excluded.of_opened, of_clicked = f.of_clicked + excluded.of_clicked,
             now_handed_over = f.now_handed_over + excluded.now_handed_over,
             now_delivered = f.now_delivered + excluded.now_delivered, now_failed = f.now_failed + excluded.now_failed,
             now_suppressed = f.now_suppressed + excluded.now_suppressed, now_cancelled = f.now_cancelled + excluded.now_cancelled;
    end if;
    if happened_in > accepted_in then
      insert into mail_figures as f (project_id, quarter, source, is_test, slot, sent, delivered, opened, clicked)
      values (mail.project_id, happened_in, mail.source_type, mail.is_test, own_slot, sent, delivered, opened, clicked)
      on conflict (project_id, quarter, source, is_test, slot) do update
         set sent = f.sent + excluded.sent, delivered = f.delivered + excluded.delivered, opened = f.opened + excluded.opened,
             clicked = f.clicked + excluded.clicked;
    end if;
  end if;

  if happened_in is not null then
    insert into mail_breakdowns as f (project_id, span, dimension, at, source, is_test, name, detail, slot, sent, delivered, opened, clicked)
    values (mail.project_id, 'quarter', 'delivery', happened_in, mail.source_type, mail.is_test, mailbox_provider(mail.recipient),
            lower(split_part(mail.from_email, '@', -1)), own_slot, sent, delivered, opened, clicked)
    on conflict (project_id, span, dimension, at, source, is_test, name, detail, slot) do update
       set sent = f.sent + excluded.sent, delivered = f.delivered + excluded.delivered, opened = f.opened + excluded.opened,
           clicked = f.clicked + excluded.clicked;
  end if;
  if origin is not null and (is_new or sent + opened + clicked > 0 or arrived <> 0) then
    insert into mail_breakdowns as f (project_id, span, dimension, at, source, is_test, name, detail, slot, accepted, sent, delivered, opened,
                                      clicked)
    values (mail.project_id, 'quarter',
            case origin when mail.campaign_id then 'campaign' when mail.workflow_id then 'workflow' else 'template' end,
            accepted_in, mail.source_type, mail.is_test, origin::text, '', own_slot, is_new::int, sent, arrived, opened, clicked)
    on conflict (project_id, span, dimension, at, source, is_test, name, detail, slot) do update
       set accepted = f.accepted + excluded.accepted, sent = f.sent + excluded.sent, delivered = f.delivered + excluded.delivered,
           opened = f.opened + excluded.opened, clicked = f.clicked + excluded.clicked;
  end if;
  return true;
end $$;
