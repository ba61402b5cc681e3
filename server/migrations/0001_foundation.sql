-- The cellar: what every tenant table gets, rate limits, idempotency keys.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Readiness compares what ran with what this version brings.
grant select on migrations to postrider_app;

-- Called by migrations for each table whose rows belong to a project.
create function make_tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy tenant on %s to postrider_app using (project_id = current_setting(''app.project'')::uuid)'
    ' with check (project_id = current_setting(''app.project'')::uuid)', name);
  execute format('create policy owner on %s to postrider_owner using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %s to postrider_app', name);
end $$;

-- Called for tables without a project: users, sessions and the like.
create function make_instance_table(name regclass) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on %s to postrider_app', name);
end $$;

-- Fixed windows that open with the first counted request. Unlogged: after a crash everyone starts a fresh minute.
create unlogged table rate_limits (
  key text primary key,
  used int not null,
  resets_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
comment on table rate_limits is 'platform: rate-limit';
create index rate_limits_resets_at on rate_limits (resets_at);
select make_instance_table('rate_limits');

-- Counts one request and says how many the window has seen and how many seconds it has left. It is plpgsql because
-- that keeps its plan between calls, which halves the time of every request at the door.
create function consume_rate(rate_key text, most int, window_seconds int, out used int, out reset_seconds int)
language plpgsql volatile as $$
begin
  insert into rate_limits as r (key, used, resets_at)
  values (rate_key, 1, clock_timestamp() + make_interval(secs => window_seconds))
  on conflict (key) do update
     set used = case when r.resets_at <= clock_timestamp() then 1 else least(r.used, most) + 1 end,
         resets_at = case when r.resets_at <= clock_timestamp() then excluded.resets_at else r.resets_at end
  returning r.used, greatest(1, ceil(extract(epoch from r.resets_at - clock_timestamp())))::int into used, reset_seconds;
end $$;
grant execute on function consume_rate to postrider_app;

-- A used key is refused for its life; an unfinished one until its lease lapses.
create table idempotency_keys (
  project_id uuid not null,
  space text not null default '',
  key text not null check (length(key) between 1 and 255),
  method text not null,
  path text not null,
  request_hash bytea not null,
  fence uuid not null,
  created_at timestamptz(3) not null,
  lease_until timestamptz not null,
  expires_at timestamptz not null,
  status_code int,
  result jsonb,
  primary key (project_id, space, key)
);
comment on table idempotency_keys is 'platform: idempotency';
create index idempotency_keys_expires_at on idempotency_keys (expires_at);
select make_tenant_table('idempotency_keys');

-- Removes keys an hour past their life, a batch at a time. Correctness never depends on it.
create policy dispatch on idempotency_keys to postrider_dispatch using (true);
grant select (project_id, space, key, expires_at), delete on idempotency_keys to postrider_dispatch;
create function clean_idempotency_keys(most int) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select project_id, space, key from idempotency_keys
     where expires_at < clock_timestamp() - interval '1 hour' limit most for update skip locked),
  gone as (
    delete from idempotency_keys k using old
     where k.project_id = old.project_id and k.space = old.space and k.key = old.key returning 1)
  select count(*) from gone
$$;
revoke execute on function clean_idempotency_keys from public;
grant execute on function clean_idempotency_keys to postrider_worker;
alter function clean_idempotency_keys owner to postrider_dispatch;
