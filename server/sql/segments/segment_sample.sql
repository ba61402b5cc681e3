-- The places of a hundred contacts of the project, from five moments, for segment_candidates, which alone calls it. Why a function: it
-- needs what the settings of its caller forbid, a walk along an index.
set local role postrider_dispatch;
create or replace function segment_sample() returns tid[]
language sql stable parallel restricted security definer
set search_path = public, pg_temp set enable_indexscan = on set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select array(
    select s.place
      from (select min(created_at) as first, max(created_at) - min(created_at) as span
              from contacts where project_id = current_setting('app.project')::uuid) existing,
           unnest(array[0.1, 0.3, 0.5, 0.7, 0.9]) part,
           lateral (select ctid as place from contacts
                     where project_id = current_setting('app.project')::uuid and created_at >= existing.first + existing.span * part
                     order by project_id, created_at, id limit 20) s)
$$;

revoke execute on function segment_sample from public;
