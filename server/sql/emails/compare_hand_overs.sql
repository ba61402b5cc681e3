-- Which of these accepted hand-overs the database does not know as such, by their place in the list. `lost`: no record of the mail. `waiting`:
-- the mail has not come so far. `doubtful`: that attempt is under way. `no-project`: the project is not there, or was erased or reset since
-- (or shortly before: a reply may come after the reset, and clocks differ).
set local role postrider_dispatch;
create or replace function compare_hand_overs(projects uuid[], ids uuid[], attempts int[], times timestamptz[])
returns table (place int, finding text)
language sql security definer stable set search_path = public, pg_temp set jit = off as $$
  select f.place::int, f.finding
    from (
      select w.place,
             case when d.id is not null then
                    case when d.attempt < w.attempt then 'waiting'
                         when d.attempt = w.attempt and d.phase is not null then 'doubtful' end
                  when e.id is not null then null
                  when p.id is null or p.deleted_at is not null or p.wipe_began_at is not null or p.reset_at >= w.at - interval '15 minutes' then 'no-project'
                  else 'lost' end as finding
        from unnest(projects, ids, attempts, times) with ordinality w (project_id, id, attempt, at, place)
        left join deliveries d on d.project_id = w.project_id and d.id = w.id
        left join emails e on e.project_id = w.project_id and e.id = w.id
        left join projects p on p.id = w.project_id) f
   where f.finding is not null
   order by f.place
$$;

revoke execute on function compare_hand_overs from public;
grant execute on function compare_hand_overs to postrider_worker;
