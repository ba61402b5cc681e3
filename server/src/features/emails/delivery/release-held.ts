import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

const page = 1_000;

/** Makes a page of held mail due whose reason has gone; true while there may be more. The gate decides about each anew. */
export async function releaseHeld(tx: ProjectTx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with held as (
      select d.id from deliveries d join projects p on p.id = d.project_id
       where d.project_id = ${tx.projectId} and d.hold_reason is not null and d.lease_until is null and d.due_at > now()
         and case d.hold_reason
               when 'PROJECT_DISABLED' then p.disabled_reason is null
               when 'PROJECT_PAUSED' then p.paused_at is null
               when 'MARKETING_PAUSED' then p.marketing_paused_at is null
               when 'DOMAIN_NOT_VERIFIED' then exists (
                 select 1 from domains m
                  where m.project_id = d.project_id and m.domain = d.sender_domain and m.status = 'verified')
               else false end
       order by d.id limit ${page} for update of d skip locked)
    update deliveries d set due_at = now(), hold_reason = null
      from held where d.project_id = ${tx.projectId} and d.id = held.id`.execute(tx.db);
  return numAffectedRows === BigInt(page);
}
