-- What stays of a mail's content when its body is dropped: its own headers, warnings, and of each file name, type, size and
-- hash. Null where there is none of it, and after the contact was deleted.
alter table emails add column content_facts jsonb;

-- Mail that was accepted before gets its facts in batches, while the new version runs. A second round a day later finds what
-- the previous version accepted beside this one. One row until then, none afterwards.
create table content_facts_mark (
  is_only boolean primary key default true check (is_only),
  -- The last content that was looked at.
  project_id uuid not null,
  id uuid not null,
  rounds smallint not null,
  due_at timestamptz not null
);
comment on table content_facts_mark is 'room: emails';
insert into content_facts_mark (project_id, id, rounds, due_at)
values ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 2, now());

-- Looks at up to `most` contents and returns how many there were. A mail that somebody holds at this moment is left to the
-- second round.
create function keep_content_facts(most int) returns bigint
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
