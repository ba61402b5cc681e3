-- Held mail of a project in groups of one reason, domain and source, of which the reason has ended. One index probe for each
-- group, however many mails it has.
create or replace function ended_holds(of_project uuid)
returns table (hold_reason text, sender_domain text, source_id uuid)
language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  with recursive held as (
    (select d.hold_reason, d.sender_domain, d.source_id from deliveries d
      where d.project_id = of_project and d.hold_reason is not null
      order by d.hold_reason, d.sender_domain, d.source_id limit 1)
    union all
    select n.* from held h cross join lateral (
      select d.hold_reason, d.sender_domain, d.source_id from deliveries d
       where d.project_id = of_project and d.hold_reason is not null
         -- Why without the project: compared with it, the index would be read from the project's first row on.
         and (d.hold_reason, d.sender_domain, d.source_id) > (h.hold_reason, h.sender_domain, h.source_id)
       order by d.hold_reason, d.sender_domain, d.source_id limit 1) n)
  select * from held h where hold_has_ended(h.hold_reason, of_project, h.sender_domain, h.source_id)
$$;

revoke execute on function ended_holds from public;
grant execute on function ended_holds to postrider_app;
grant execute on function ended_holds to postrider_dispatch;
