-- The gate: the one statement after which a message may leave. Every reason not to send is a line here, with its twin in
-- delivery/may-leave.ts and one table of cases for both (docs/decisions/0027). committing_at is the start of the statement:
-- what was acknowledged before that moment is seen. Only the returned rows get their final dot. gated_fence stores which
-- claim passed, so that no other claim ends its hand-over.
-- Mail to a contact that was deleted does not pass, transactional mail included.
set local role postrider_dispatch;
create or replace function gate_deliveries(
  projects uuid[], ids uuid[], fences uuid[], is_again boolean[], boot uuid, sandbox_domain text)
returns table (project_id uuid, id uuid, attempt int, committing_at float8)
language plpgsql security definer set search_path = public, pg_temp set jit = off
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  update deliveries d
     set phase = 'COMMITTING', attempt = d.attempt + 1, committing_at = statement_timestamp(), boot_id = boot,
         gated_fence = d.fence, hold_reason = null
    from unnest(projects, ids, fences, is_again) w (project_id, id, fence, is_again), projects p
   where d.project_id = w.project_id and d.id = w.id and d.fence = w.fence and d.lease_until > clock_timestamp()
     -- Again: this claim has passed before, and knows that it sent no dot.
     and (d.phase is null or (d.phase = 'COMMITTING' and w.is_again)) and d.expires_at > clock_timestamp()
     and p.id = d.project_id and p.deleted_at is null and p.wipe_began_at is null and p.disabled_reason is null and p.paused_at is null
     and (d.type = 'TRANSACTIONAL' or p.marketing_paused_at is null)
     and (d.sender_domain = sandbox_domain or exists (
           select 1 from domains m
            where m.project_id = d.project_id and m.domain = d.sender_domain and m.status = 'verified'))
     and not exists (
           select 1 from suppressions s
            where s.project_id = d.project_id and s.email = d.recipient and (s.blocks = 'ALL' or d.type <> 'TRANSACTIONAL'))
     and not exists (select 1 from instance_suppressions i where i.email = d.recipient)
     and ((d.type = 'TRANSACTIONAL' and d.contact_id is null) or exists (
           select 1 from contacts c
            where c.project_id = d.project_id and c.id = d.contact_id and (c.subscribed or d.type = 'TRANSACTIONAL')))
     and not exists (select 1 from mail_stops t where t.project_id = d.project_id and t.source_id = d.source_id)
  returning d.project_id, d.id, d.attempt, (extract(epoch from d.committing_at) * 1000)::float8;
end $$;

revoke execute on function gate_deliveries from public;
grant execute on function gate_deliveries to postrider_worker;
