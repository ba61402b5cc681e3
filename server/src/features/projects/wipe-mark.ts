import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

/**
 * Whether the data of the project is still to be erased for this reason: a reset by its job, or null for a deletion. The row is locked until
 * the transaction ends: the erasure does not end meanwhile, and of two runs one waits. Why: rows that the other one deletes at the same moment
 * would look like an empty table. Not `for update`: rows that refer to the project may be written.
 */
export async function isBeingWiped({ db, projectId }: ProjectTx, resetJobId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from projects
     where id = ${projectId} and wipe_began_at is not null and reset_job_id is not distinct from ${resetJobId}::uuid
       and (${resetJobId}::uuid is not null or deleted_at is not null) for no key update`.execute(db);
  return rows.length > 0;
}
