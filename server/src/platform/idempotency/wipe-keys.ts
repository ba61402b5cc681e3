import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

const page = 5_000;

/** Deletes a page of a project's keys; true while there may be more. */
export async function wipeIdempotencyKeys({ db, projectId }: ProjectTx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_keys where project_id = ${projectId} and (space, key) in (
      select space, key from idempotency_keys where project_id = ${projectId} limit ${page})`.execute(db);
  return numAffectedRows > 0n;
}
