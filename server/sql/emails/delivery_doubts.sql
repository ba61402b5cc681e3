-- Mails whose hand-over got no answer, up to 1,000, and for how many seconds the oldest is in doubt. For the checks of the installation.
set local role postrider_dispatch;
create or replace function delivery_doubts() returns table (doubts bigint, oldest_seconds float8)
language sql security definer stable set search_path = public, pg_temp as $$
  select count(*), coalesce(extract(epoch from now() - min(d.unknown_at))::float8, 0)
    from (select unknown_at from deliveries where phase = 'UNKNOWN' limit 1000) d
$$;

revoke execute on function delivery_doubts from public;
grant execute on function delivery_doubts to postrider_worker;
