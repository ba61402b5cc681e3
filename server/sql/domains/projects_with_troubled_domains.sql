-- Projects with a verified domain whose records are gone, that has no DMARC record, or whose key is older than two years. A dispatch
-- function: it sees all projects and returns ids alone.
set local role postrider_dispatch;
create or replace function projects_with_troubled_domains(most int) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select distinct d.project_id
    from domains d join projects p on p.id = d.project_id and p.deleted_at is null
    left join domain_keys k on k.project_id = d.project_id and k.domain_id = d.id
   where d.status = 'verified'
     and (d.at_risk_since is not null or d.dmarc_policy is null or k.created_at < now() - interval '2 years')
   limit most
$$;

revoke execute on function projects_with_troubled_domains from public;
grant execute on function projects_with_troubled_domains to postrider_worker;
