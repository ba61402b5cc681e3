import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { deliveries } from './delivery/deliveries.ts';
import { releaseHeldMail } from './delivery/schedules.ts';

/** A domain was verified: releases mail held for it (D-710). */
export async function releaseVerified(tx: ProjectTx): Promise<void> {
  await tx.enqueue(releaseHeldMail, {});
}

/** A domain was removed: makes its waiting mail due at once, so that a worker fails it now (D-714). */
export async function makeRemovedDue(tx: ProjectTx, domains: readonly { domain: string }[]): Promise<void> {
  await sql`
    update deliveries set due_at = now()
     where project_id = ${tx.projectId} and sender_domain = any(${domains.map(({ domain }) => domain)}::text[])
       and lease_until is null and due_at > now()`.execute(tx.db);
  tx.afterCommit(() => deliveries.wake());
}
