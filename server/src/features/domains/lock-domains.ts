import { sql } from 'kysely';
import { recordReadiness } from '#features/projects';
import type { ProjectTx } from '#platform/context';

/**
 * Lets changes of a project's set of (verified) domains pass one after the other: what is counted after it stays true
 * until the commit. Taken before anything is read that the decision stands on.
 */
export async function lockDomains({ db, projectId }: ProjectTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('domains:' || ${projectId}::text, 0))`.execute(db);
}

/** Tells the project whether it has a verified domain now (D-1111). Under `lockDomains`. */
export async function recordVerifiedDomains(tx: ProjectTx): Promise<void> {
  const verified = await tx.db
    .selectFrom('domains')
    .select('id')
    .where('projectId', '=', tx.projectId)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst();
  await recordReadiness(tx, 'domain', verified !== undefined);
}
