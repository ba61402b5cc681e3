import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

/** Deletes lines about mail from these addresses that was only noted. A project has few of them. */
export async function forgetSenders({ db, projectId }: ProjectTx, addresses: readonly string[]): Promise<void> {
  await sql`
    delete from activity_log
     where project_id = ${projectId} and name = 'email.received' and data ->> 'from' = any(${addresses}::text[])`.execute(
    db,
  );
}
