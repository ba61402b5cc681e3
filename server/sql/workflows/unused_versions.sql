-- Versions of a project's workflows that no execution refers to: not the present one, no active execution, none that ended within the time
-- for which it is kept, no schedule whose contacts enter with it (D-933). An execution that no worker has begun is not counted yet, so
-- those are looked at. Why an hour: a transaction that has read the version before it was replaced may still start an execution with it.
create or replace function unused_versions(of_project uuid, kept_days int)
returns table (workflow_id uuid, version int)
language sql stable set enable_seqscan = off as $$
  select v.workflow_id, v.version
    from workflow_versions v
    join workflows w on w.project_id = v.project_id and w.id = v.workflow_id
   where v.project_id = of_project and v.version <> w.version and w.updated_at < now() - interval '1 hour'
     and coalesce((
       select sum(c.running + c.waiting) = 0
              -- What has ended is kept by whole months, and dropped some time after the end of the last.
              and coalesce(max(c.ended_at) < date_trunc('month', now() - make_interval(days => kept_days), 'UTC') - interval '2 days', true)
         from workflow_counts c where c.project_id = v.project_id and c.workflow_id = v.workflow_id and c.version = v.version), true)
     and not exists (
       select 1 from executions x
        where x.project_id = v.project_id and x.workflow_id = v.workflow_id and x.step_id is null and x.version = v.version)
     and not exists (
       select 1 from workflow_schedules s
        where s.project_id = v.project_id and s.id = v.workflow_id and s.version = v.version)
$$;

revoke execute on function unused_versions from public;
grant execute on function unused_versions to postrider_app;
grant execute on function unused_versions to postrider_dispatch;
