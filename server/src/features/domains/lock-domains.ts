import { sql } from 'kysely';
import { recordReadiness } from '#features/projects';
import type { ProjectTx } from '#platform/context';

/**
 * Serialises changes of a project's set of (verified) domains: what is counted afterwards stays true
 * until the commit. Call it before loading anything that the decision depends on.
 */
export async function lockDomains({ db, projectId }: ProjectTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('domains:' || ${projectId}::text, 0))`.execute(db);
}

/** Records whether the project has a verified domain now (D-1111). Call it under `lockDomains`. */
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
