import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

const page = 1_000;

/** Makes a page of held mail due whose reason has gone; true while there may be more. The gate decides again about each. */
export async function releaseHeld(tx: ProjectTx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with held as (
      select d.id from ended_holds(${tx.projectId}) e cross join lateral (
        select d.id from deliveries d
         where d.project_id = ${tx.projectId} and d.hold_reason = e.hold_reason and d.sender_domain = e.sender_domain
           and d.source_id = e.source_id and d.lease_until is null and d.due_at > now()
         limit ${page} for update skip locked) d
       limit ${page})
    update deliveries d set due_at = now(), hold_reason = null
      from held where d.project_id = ${tx.projectId} and d.id = held.id`.execute(tx.db);
  return numAffectedRows === BigInt(page);
}
