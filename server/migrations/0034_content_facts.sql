-- What stays of a mail's content when its body is dropped: its own headers, warnings, and of each file name, type, size and
-- hash. Null where there is none of it, and after the contact was deleted.
alter table emails add column content_facts jsonb;
update emails e
   set content_facts = jsonb_build_object('headers', c.headers, 'warnings', c.warnings, 'attachments',
         (select coalesce(jsonb_agg(f - 'blob'), '[]') from jsonb_array_elements(c.attachments) f))
  from email_contents c
 where c.project_id = e.project_id and c.id = e.id and e.contact_id is not null
   and (c.headers <> '{}' or c.warnings <> '[]' or c.attachments <> '[]');
