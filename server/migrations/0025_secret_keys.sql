-- What must outlive a change of SECRET_KEY. See docs/decisions/0019-secret-keys.md.

-- The text that proves a domain, as its project was asked to publish it. It stays when the instance's secret changes, and
-- when the domain is removed and added again.
create table ownership_tokens (
  project_id uuid not null references projects (id) on delete cascade,
  domain text collate "C" not null,
  token text not null,
  primary key (project_id, domain)
);
comment on table ownership_tokens is 'room: domains';
select make_tenant_table('ownership_tokens');

-- Every domain that was checked once has the value it was asked for among its findings. The others are noted by their
-- first check.
insert into ownership_tokens (project_id, domain, token)
select d.project_id, d.domain, substr(f.value, length('postrider-verification=') + 1)
  from domains d
 cross join lateral (
   select e->>'value' as value from jsonb_array_elements(d.findings) e
    where e->>'purpose' = 'OWNERSHIP' and e->>'value' like 'postrider-verification=_%' limit 1) f
on conflict do nothing;

-- Domains with a signing key, in the order of their ids, for the command that seals keys anew. A dispatch function: it
-- sees all projects and returns ids alone.
create policy dispatch on domain_keys to postrider_dispatch using (true);
grant select (project_id, domain_id) on domain_keys to postrider_dispatch;
create function domain_keys_after(after_project uuid, after_domain uuid, most int)
returns table (project_id uuid, domain_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  select k.project_id, k.domain_id from domain_keys k
   where (k.project_id, k.domain_id) > (after_project, after_domain)
   order by k.project_id, k.domain_id limit most
$$;

-- Projects with mail that waits for a signing key that could not be read. A dispatch function as well.
create function projects_with_unreadable_keys(most int) returns table (project_id uuid)
language sql security definer stable set search_path = public, pg_temp as $$
  with recursive held as (
    (select d.project_id, d.hold_reason from deliveries d where d.hold_reason is not null
      order by d.project_id, d.hold_reason limit 1)
    union all
    select n.* from held h cross join lateral (
      select d.project_id, d.hold_reason from deliveries d
       where d.hold_reason is not null and (d.project_id, d.hold_reason) > (h.project_id, h.hold_reason)
       order by d.project_id, d.hold_reason limit 1) n)
  select h.project_id from held h where h.hold_reason = 'SIGNING_KEY_UNREADABLE' limit most
$$;

revoke execute on function domain_keys_after, projects_with_unreadable_keys from public;
grant execute on function domain_keys_after, projects_with_unreadable_keys to postrider_worker;
alter function domain_keys_after owner to postrider_dispatch;
alter function projects_with_unreadable_keys owner to postrider_dispatch;
