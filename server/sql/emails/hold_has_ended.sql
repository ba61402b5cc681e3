-- Whether a hold of this reason has ended. Every reason that can be read from the tables is a line here, as in
-- gate_deliveries and in delivery/may-leave.ts; one table of cases tests them all. What is not named is a stop of the
-- campaign or workflow. Whether a signing key can be read is known to a process alone (delivery/release-signed.ts).
create or replace function hold_has_ended(reason text, of_project uuid, of_domain text, of_source uuid) returns boolean
language sql stable as $$
  select case reason
           when 'PROJECT_DISABLED' then exists (select 1 from projects p where p.id = of_project and p.disabled_reason is null)
           when 'PROJECT_PAUSED' then exists (select 1 from projects p where p.id = of_project and p.paused_at is null)
           when 'MARKETING_PAUSED' then exists (
             select 1 from projects p where p.id = of_project and p.marketing_paused_at is null)
           when 'DOMAIN_NOT_VERIFIED' then exists (
             select 1 from domains m where m.project_id = of_project and m.domain = of_domain and m.status = 'verified')
           when 'SIGNING_KEY_UNREADABLE' then false
           else not exists (
             select 1 from mail_stops s where s.project_id = of_project and s.source_id = of_source and s.reason = $1) end
$$;

revoke execute on function hold_has_ended from public;
grant execute on function hold_has_ended to postrider_app;
grant execute on function hold_has_ended to postrider_dispatch;
