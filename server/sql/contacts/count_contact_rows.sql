-- After each statement that writes contacts: figures follow the rows, whatever writes them. Each connection has rows of its own, so that
-- transactions neither wait for each other nor block each other.
create or replace function count_contact_rows() returns trigger
language plpgsql set search_path = public, pg_temp set jit = off as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_figures as f (project_id, quarter, source, slot, created)
    select c.project_id, quarter_of(c.created_at), c.source, (1 + pg_backend_pid() % 32767)::smallint, count(*)
      from new_contacts c group by 1, 2, 3
    on conflict (project_id, quarter, source, slot) do update set created = f.created + excluded.created;
  elsif tg_op = 'DELETE' then
    insert into contact_figures as f (project_id, quarter, source, slot, deleted)
    select c.project_id, quarter_of(now()), '', (1 + pg_backend_pid() % 32767)::smallint, count(*) from old_contacts c group by 1
    on conflict (project_id, quarter, source, slot) do update set deleted = f.deleted + excluded.deleted;
  else
    -- Why grouped and not joined: without statistics on these rows a plan may compare each with each.
    insert into contact_figures as f (project_id, quarter, source, slot, subscribed, unsubscribed)
    select c.project_id, quarter_of(now()), '', (1 + pg_backend_pid() % 32767)::smallint, count(*) filter (where c.is_subscribed),
           count(*) filter (where not c.is_subscribed)
      from (select w.project_id, bool_or(w.subscribed) filter (where w.is_new) as is_subscribed
              from (select n.project_id, n.id, n.subscribed, true as is_new from new_contacts n
                    union all
                    select o.project_id, o.id, o.subscribed, false from old_contacts o) w
             group by w.project_id, w.id having bool_and(w.subscribed) <> bool_or(w.subscribed)) c
     group by 1
    on conflict (project_id, quarter, source, slot) do update
       set subscribed = f.subscribed + excluded.subscribed, unsubscribed = f.unsubscribed + excluded.unsubscribed;
  end if;
  return null;
end $$;
