-- Counts the newest `most` mails of a project that are not counted yet. True while there are more.
-- The lock on the border waits for transactions that have seen it where it is, and those that come later wait for the new one: each change
-- of a mail is counted here, or by itself.
create or replace function fill_mail_figures(project uuid, most int) returns boolean
language plpgsql set search_path = public, pg_temp set jit = off as $$
declare
  border timestamptz;
  next_border timestamptz;
begin
  select l.counted_from into border from mail_figure_fills l where l.project_id = project for update;
  if not found then return false; end if;
  next_border := coalesce((select e.created_at from emails e where e.project_id = project and e.created_at < border
                            order by e.created_at desc offset most - 1 limit 1), '-infinity');
  perform add_mail_figures(array(
    select f from emails m
     cross join lateral mail_facts(1, m.project_id, m.source_type, m.is_test, m.status, m.created_at, m.sent_at, m.delivered_at,
                                   m.opened_at, m.clicked_at, m.bounced_at, m.complained_at) f
     where m.project_id = project and m.created_at >= next_border and m.created_at < border));
  if next_border = '-infinity' then
    delete from mail_figure_fills where project_id = project;
    return false;
  end if;
  update mail_figure_fills set counted_from = next_border where project_id = project;
  return true;
end $$;
