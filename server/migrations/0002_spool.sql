-- Due rows: what a table needs so that workers can claim its rows. See docs/decisions/0005-spool.md.

-- Called by a migration once for each table whose rows are themselves due. The table has project_id, id and
-- primary key (project_id, id); this adds the rest, makes it a tenant table and opens it to the dispatch functions.
-- A row waits while lease_until is null. New rows are due at their transaction's now() or later, never in the past.
create function make_spool_table(name regclass) returns void language plpgsql as $$
declare
  bare text := (select relname from pg_class where oid = name);
begin
  execute format(
    'alter table %s add column lane smallint not null default 0, add column claims int not null default 0,'
    ' add column due_at timestamptz not null default now(), add column lease_until timestamptz, add column fence uuid', name);
  execute format(
    'alter table %s set (fillfactor = 70, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.01,'
    ' autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05,'
    ' autovacuum_vacuum_cost_delay = 0)', name);

  -- The rows of one project in the order they are taken; the id lets a claim go on inside equal due times.
  execute format(
    'create index %I on %s (lane, project_id, due_at, id) where lease_until is null', bare || '_take', name);
  -- Which projects have work in which second; equal entries fold, so a campaign is a few pages here.
  execute format(
    'create index %I on %s (lane, (date_bin(''1 second'', due_at, timestamptz ''epoch'')), project_id, due_at)'
    ' where lease_until is null', bare || '_find', name);
  execute format('create index %I on %s (lease_until) where lease_until is not null', bare || '_lease', name);

  perform make_tenant_table(name);
  execute format('create policy dispatch on %s to postrider_dispatch using (true) with check (true)', name);
  execute format(
    'grant select (project_id, id, lane, claims, due_at, lease_until, fence),'
    ' update (claims, due_at, lease_until, fence), delete on %s to postrider_dispatch', name);
  perform make_spool_functions(name);
end $$;

-- (Re)creates the dispatch functions of one spool table; again only as postrider_dispatch, who owns them then. They are the only way across projects, run as
-- postrider_dispatch, may be called by postrider_worker alone, and give out ids and times, nothing else.
-- Times travel as microseconds since 1970 in a float8: exact until the year 2255, and plain numbers outside.
create function make_spool_functions(name regclass) returns void language plpgsql as $make$
declare
  full_name text := (select format('%I.%I', n.nspname, c.relname)
                       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = name);
  bare text := (select relname from pg_class where oid = name);
  -- A spool grows from nothing to millions of rows and back between two analyses, so plans must not follow statistics.
  fixed text := 'language plpgsql security definer set search_path = pg_catalog, pg_temp set jit = off'
    ' set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off'
    ' set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off set enable_material = off';
  signature text;
  signatures text[] := '{}';
begin
  -- Projects with work in each lane, by second, from (from_at, after_project) on: one index probe for each pair.
  -- Every lane has at least one line, so the caller always learns the time.
  signatures := signatures || format('spool_find_%s(smallint[], float8[], uuid[], int)', bare);
  execute format($sql$
    create or replace function %1$I(in_lanes smallint[], from_at float8[], after_project uuid[], most int)
    returns table (now_at float8, lane smallint, second_at float8, project_id uuid, first_due_at float8) %3$s as $$
    #variable_conflict use_column
    begin
      return query
      select (extract(epoch from now()) * 1000000)::float8, w.lane, (extract(epoch from found.second) * 1000000)::float8,
             found.project_id, (extract(epoch from found.due_at) * 1000000)::float8
        from unnest(in_lanes, from_at, after_project) w (lane, at, project_id)
        left join lateral (
          with recursive pair as (
            (select %4$s as second, t.project_id, t.due_at from %2$s t
              where t.lane = w.lane and t.lease_until is null and %4$s <= now()
                and (%4$s, t.project_id) > (timestamptz 'epoch' + floor(w.at / 1000000) * interval '1 second', w.project_id)
              order by %4$s, t.project_id, t.due_at limit 1)
            union all
            select n.* from pair p cross join lateral (
              select %4$s as second, t.project_id, t.due_at from %2$s t
               where t.lane = w.lane and t.lease_until is null and %4$s <= now()
                 and (%4$s, t.project_id) > (p.second, p.project_id)
               order by %4$s, t.project_id, t.due_at limit 1) n)
          select * from pair limit most) found on true;
    end $$ $sql$, 'spool_find_' || bare, full_name, fixed, 'date_bin(''1 second'', t.due_at, timestamptz ''epoch'')');

  -- Up to `share` due rows of each project, from just after the place where the last claim of it ended.
  signatures := signatures || format('spool_claim_%s(smallint, uuid[], float8[], uuid[], int, uuid, float8)', bare);
  execute format($sql$
    create or replace function %1$I(
      in_lane smallint, projects uuid[], after_at float8[], after_id uuid[], share int, new_fence uuid, lease_seconds float8)
    returns table (project_id uuid, id uuid, claims int, due_at float8) %3$s as $$
    #variable_conflict use_column
    begin
      return query with due as materialized (
        select d.project_id, d.id
          from unnest(projects, after_at, after_id) w (project_id, at, id)
         cross join lateral (
           select t.project_id, t.id from %2$s t
            where t.lane = in_lane and t.project_id = w.project_id and t.lease_until is null
              and (t.due_at, t.id) > (timestamptz 'epoch' + w.at * interval '1 microsecond', w.id) and t.due_at <= now()
            order by t.due_at, t.id limit share for update skip locked) d)
      update %2$s t
         set fence = new_fence, lease_until = now() + lease_seconds * interval '1 second', claims = t.claims + 1
        from due where t.project_id = due.project_id and t.id = due.id
      returning t.project_id, t.id, t.claims, (extract(epoch from t.due_at) * 1000000)::float8;
    end $$ $sql$, 'spool_claim_' || bare, full_name, fixed);

  -- Ends claims: the rows go. Answers the positions of the claims that another has taken over meanwhile.
  signatures := signatures || format('spool_complete_%s(uuid[], uuid[], uuid[])', bare);
  execute format($sql$
    create or replace function %1$I(projects uuid[], ids uuid[], fences uuid[]) returns int[] %3$s as $$
    declare
      hit int[];
    begin
      with gone as (
        delete from %2$s t using unnest(projects, ids, fences) with ordinality w (project_id, id, fence, n)
         where t.project_id = w.project_id and t.id = w.id and t.fence = w.fence returning w.n::int)
      select array_agg(n) into hit from gone;
      if cardinality(hit) = cardinality(ids) then return '{}'; end if;
      return array(select n from generate_subscripts(ids, 1) n where not n = any (coalesce(hit, '{}')));
    end $$ $sql$, 'spool_complete_' || bare, full_name, fixed);

  -- Ends claims: the rows wait again, until a moment (until_at) or for a while from now (after_seconds).
  signatures := signatures || format('spool_postpone_%s(uuid[], uuid[], uuid[], float8[], float8[], boolean[])', bare);
  execute format($sql$
    create or replace function %1$I(
      projects uuid[], ids uuid[], fences uuid[], until_at float8[], after_seconds float8[], counts_on boolean[])
    returns int[] %3$s as $$
    declare
      hit int[];
    begin
      with moved as (
        update %2$s t
           set fence = null, lease_until = null, claims = case when w.counts_on then t.claims else 0 end,
               due_at = coalesce(timestamptz 'epoch' + w.until_at * interval '1 microsecond',
                                 now() + w.after_seconds * interval '1 second')
          from unnest(projects, ids, fences, until_at, after_seconds, counts_on) with ordinality
               w (project_id, id, fence, until_at, after_seconds, counts_on, n)
         where t.project_id = w.project_id and t.id = w.id and t.fence = w.fence returning w.n::int)
      select array_agg(n) into hit from moved;
      if cardinality(hit) = cardinality(ids) then return '{}'; end if;
      return array(select n from generate_subscripts(ids, 1) n where not n = any (coalesce(hit, '{}')));
    end $$ $sql$, 'spool_postpone_' || bare, full_name, fixed);

  -- Prolongs live claims. Answers the positions of those that are lost. A row locked just now keeps its lease.
  signatures := signatures || format('spool_renew_%s(uuid[], uuid[], uuid[], float8)', bare);
  execute format($sql$
    create or replace function %1$I(projects uuid[], ids uuid[], fences uuid[], lease_seconds float8) returns int[] %3$s as $$
    begin
      with held as materialized (
        select t.project_id, t.id
          from unnest(projects, ids, fences) w (project_id, id, fence)
          join %2$s t on t.project_id = w.project_id and t.id = w.id and t.fence = w.fence
           for update of t skip locked)
      update %2$s t set lease_until = now() + lease_seconds * interval '1 second'
        from held where t.project_id = held.project_id and t.id = held.id;
      return array(
        select w.n::int from unnest(projects, ids, fences) with ordinality w (project_id, id, fence, n)
         where not exists (select 1 from %2$s t
                            where t.project_id = w.project_id and t.id = w.id and t.fence = w.fence));
    end $$ $sql$, 'spool_renew_' || bare, full_name, fixed);

  -- Gives back rows whose lease has lapsed since `from_at`, a thousand at most; reaped is -1 when another is at it.
  -- They are due now, so the next look finds them. The fence stays: a late answer still counts until a new claim.
  signatures := signatures || format('spool_reap_%s(float8)', bare);
  execute format($sql$
    create or replace function %1$I(from_at float8, out now_at float8, out reaped int) %3$s as $$
    begin
      now_at := (extract(epoch from now()) * 1000000)::float8;
      reaped := -1;
      if not pg_try_advisory_xact_lock(70215443, hashtext(%2$L)) then return; end if;
      with lapsed as materialized (
        select t.project_id, t.id from %2$s t
         where t.lease_until >= timestamptz 'epoch' + from_at * interval '1 microsecond' and t.lease_until < now()
         order by t.lease_until limit 1000 for update skip locked)
      update %2$s t set lease_until = null, due_at = now()
        from lapsed where t.project_id = lapsed.project_id and t.id = lapsed.id;
      get diagnostics reaped = row_count;
    end $$ $sql$, 'spool_reap_' || bare, full_name, fixed);

  foreach signature in array signatures loop
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to postrider_worker', signature);
    execute format('alter function %s owner to postrider_dispatch', signature);
  end loop;
end $make$;
