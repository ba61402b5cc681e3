-- without transaction
-- One row for each contact that has none, in the state it has now, in batches that commit by themselves: others go on reading and writing,
-- and no batch holds a lock for longer than its 10,000 rows take. Safe to run again: it begins anew and skips what is there. A contact that
-- is deleted at the same time is locked first, so no row is left behind for it. Why the semicolons stand in front: one at the end of a line
-- would end the whole statement (docs/operating/upgrade.md).
do $$
declare
  reached record
  ; begin
  select nil as project_id, nil as id into reached from (values ('00000000-0000-0000-0000-000000000000'::uuid)) v (nil)
  ; loop
    with page as (
      select c.project_id, c.id, c.subscribed, c.source from contacts c
       where (c.project_id, c.id) > (reached.project_id, reached.id)
       order by c.project_id, c.id limit 10000 for key share),
    made as (
      insert into consent_records (project_id, contact_id, at, id, subscribed, is_creation, source, reason)
      select p.project_id, p.id, now(), gen_random_uuid(), p.subscribed, false, p.source, 'earlier' from page p
       where not exists (select 1 from consent_records r where r.project_id = p.project_id and r.contact_id = p.id)
      on conflict do nothing)
    select p.project_id, p.id into reached from page p order by p.project_id desc, p.id desc limit 1
    ; exit when not found
    ; commit
  ; end loop
; end $$;

-- Error rows of imports by address, to delete those of a deleted contact (D-1063).
drop index concurrently if exists job_errors_email;
create index concurrently job_errors_email on job_errors (project_id, lower(email)) where email is not null;
