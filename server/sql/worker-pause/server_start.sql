-- When the server was started, as a text to compare. Another one may be a restored database.
set local role postrider_dispatch;
create or replace function server_start() returns text
language sql stable set search_path = public, pg_temp as $$
  select extract(epoch from pg_postmaster_start_time())::text
$$;

revoke execute on function server_start from public;
grant execute on function server_start to postrider_worker;
