-- A project that has named this topic of Amazon SNS for its own provider, if there is one: notices of other topics are not read. A
-- dispatch function: it sees all projects and returns an id alone.
set local role postrider_dispatch;
create or replace function projects_with_own_topic(topic text) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select o.project_id from own_providers o where o.topic_arn = topic limit 1
$$;

revoke execute on function projects_with_own_topic from public;
grant execute on function projects_with_own_topic to postrider_worker;
