-- Copies what stays of a mail when its body is dropped, for up to `most` contents after the mark, and returns how many there
-- were. A mail that is locked at this moment is left to the second round. It ends for good when the mark is gone.
create or replace function keep_content_facts(most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp set jit = off
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  mark_start constant uuid := '00000000-0000-0000-0000-000000000000';
  mark content_facts_mark;
  page record;
begin
  select * into mark from content_facts_mark where due_at <= now() for update skip locked;
  if not found then return 0; end if;
  with looked_at as materialized (
    select c.project_id, c.id, c.headers, c.warnings, c.attachments from email_contents c
     where (c.project_id, c.id) > (mark.project_id, mark.id) order by c.project_id, c.id limit most),
  held as materialized (
    select l.* from looked_at l join lateral (
      select e.id from emails e
       where e.project_id = l.project_id and e.id = l.id and e.content_facts is null and e.contact_id is not null
         and (l.headers <> '{}' or l.warnings <> '[]' or l.attachments <> '[]')
         for update skip locked) e on true),
  kept as (
    update emails e
       set content_facts = jsonb_build_object('headers', h.headers, 'warnings', h.warnings, 'attachments',
             (select coalesce(jsonb_agg(f - 'blob'), '[]') from jsonb_array_elements(h.attachments) f))
      from held h where e.project_id = h.project_id and e.id = h.id)
  select count(*) as count, (array_agg(l.project_id order by l.project_id desc, l.id desc))[1] as project_id,
         (array_agg(l.id order by l.project_id desc, l.id desc))[1] as id into page from looked_at l;
  if page.count = most then
    update content_facts_mark set project_id = page.project_id, id = page.id;
  elsif mark.rounds > 1 then
    update content_facts_mark
       set project_id = mark_start, id = mark_start, rounds = mark.rounds - 1, due_at = now() + interval '1 day';
  else
    delete from content_facts_mark;
  end if;
  return page.count;
end $$;

revoke execute on function keep_content_facts from public;
grant execute on function keep_content_facts to postrider_worker;
