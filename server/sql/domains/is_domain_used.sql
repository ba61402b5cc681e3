-- Whether any project has a domain, for the removal of its identity: the last project takes it along. A dispatch function: it
-- sees all projects and returns yes or no alone.
set local role postrider_dispatch;
create or replace function is_domain_used(asked text) returns table (is_used boolean)
language sql security definer stable set search_path = public, pg_temp as $$
  select exists (select from domains d where d.domain = asked)
$$;

revoke execute on function is_domain_used from public;
grant execute on function is_domain_used to postrider_worker;
