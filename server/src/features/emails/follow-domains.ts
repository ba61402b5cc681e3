import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { deliveries } from './delivery/deliveries.ts';
import { releaseHeldMail } from './delivery/schedules.ts';

/** Held mail may go (D-710). */
export async function releaseVerified(tx: ProjectTx): Promise<void> {
  await tx.enqueue(releaseHeldMail, {});
}

/** Mail from a domain that is gone fails when its worker looks at it; so all of it is looked at now (D-714). */
export async function hurryRemoved(tx: ProjectTx, news: readonly { domain: string }[]): Promise<void> {
  await sql`
    update deliveries set due_at = now()
     where project_id = ${tx.projectId} and sender_domain = any(${news.map(({ domain }) => domain)}::text[])
       and lease_until is null and due_at > now()`.execute(tx.db);
  tx.afterCommit(() => deliveries.wake());
}
