import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

const page = 5_000;

/** Deletes a page of a project's log; true while there may be more. */
export async function wipeActivityLog({ db, projectId }: ProjectTx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from activity_log where project_id = ${projectId} and created_at <= (
      select max(created_at) from (
        select created_at from activity_log where project_id = ${projectId} order by created_at limit ${page}) p)`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
