-- How much waits: rows that are due or held by a worker, by lane, and the age of the oldest. For the operator's metrics.
set local role postrider_dispatch;
create or replace function delivery_depths() returns table (lane smallint, waiting bigint, oldest_seconds float8)
language plpgsql security definer stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.lane, (select count(*) from (select 1 from deliveries d where d.lane = l.lane and d.lease_until is null
                                          and d.due_at <= now() limit 100000) s),
         coalesce((select extract(epoch from now() - d.due_at)::float8 from deliveries d
                    where d.lane = l.lane and d.lease_until is null and d.due_at <= now()
                    order by date_bin('1 second', d.due_at, timestamptz 'epoch') limit 1), 0)
    from unnest(array[0, 1, 2]::smallint[]) l (lane);
end $$;

revoke execute on function delivery_depths from public;
grant execute on function delivery_depths to postrider_worker;
