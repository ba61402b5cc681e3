-- Moving a project to another installation (docs/operating/cells.md). Three empty columns of projects: no row is rewritten, the lock is held for
-- an instant. Beside the previous version: its workers claim by these functions, too, but its transactions do not look at move_held_at, so a
-- project is moved only when all processes have this version.

-- While set, no row of the project is claimed: what is under way ends.
alter table projects add column move_began_at timestamptz(3);
-- While set, transactions of the project are refused when they open. Stays set once another installation has the project.
alter table projects add column move_held_at timestamptz(3);
-- Since when another installation has it.
alter table projects add column moved_at timestamptz(3);
grant select (move_began_at, move_held_at, moved_at) on projects to postrider_dispatch;

-- (Re)creates the claim function of one spool table, as in 0002 but for projects that are being moved. As postrider_dispatch, who owns it.
create function make_spool_claim(name regclass) returns void language plpgsql as $make$
declare
  full_name text := (select format('%I.%I', n.nspname, c.relname)
                       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = name);
  bare text := (select relname from pg_class where oid = name);
begin
  execute format($sql$
    create or replace function %1$I(
      in_lane smallint, projects uuid[], after_at float8[], after_id uuid[], share int, new_fence uuid, lease_seconds float8)
    returns table (project_id uuid, id uuid, claims int, due_at float8)
    language plpgsql security definer set search_path = pg_catalog, pg_temp set jit = off
    set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
    set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off set enable_material = off as $$
    #variable_conflict use_column
    begin
      return query with due as materialized (
        select d.project_id, d.id
          from unnest(projects, after_at, after_id) w (project_id, at, id)
         cross join lateral (
           select t.project_id, t.id from %2$s t
            where t.lane = in_lane and t.project_id = w.project_id and t.lease_until is null
              and (t.due_at, t.id) > (timestamptz 'epoch' + w.at * interval '1 microsecond', w.id) and t.due_at <= now()
            order by t.due_at, t.id limit share for update skip locked) d
         where not exists (select from public.projects p where p.id = w.project_id and p.move_began_at is not null))
      update %2$s t
         set fence = new_fence, lease_until = now() + lease_seconds * interval '1 second', claims = t.claims + 1
        from due where t.project_id = due.project_id and t.id = due.id
      returning t.project_id, t.id, t.claims, (extract(epoch from t.due_at) * 1000000)::float8;
    end $$ $sql$, 'spool_claim_' || bare, full_name);
end $make$;

-- Spool tables of later migrations get the claim function of this one.
alter function make_spool_functions(regclass) rename to make_spool_functions_of_0002;
create function make_spool_functions(name regclass) returns void language plpgsql as $$
declare
  caller text := current_setting('role');
begin
  perform make_spool_functions_of_0002(name);
  perform set_config('role', 'postrider_dispatch', true); -- who owns them now
  perform make_spool_claim(name);
  perform set_config('role', caller, true);
end $$;

set local role postrider_dispatch;
do $$
declare
  spool regclass;
begin
  for spool in
    select c.oid from pg_class c join pg_proc f on f.proname = 'spool_claim_' || c.relname
     where c.relnamespace = 'public'::regnamespace and f.pronamespace = c.relnamespace
  loop
    perform make_spool_claim(spool);
  end loop;
end $$;
set local role postrider_owner;
