import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { type Cause, fromOutside } from '#pure/causes';
import { EmailsNoticed, type NoticedEmail } from '../signals.ts';

type UnsubscribedRow = Omit<NoticedEmail, 'kind' | 'at' | 'bounceType' | 'reason' | 'oldReason'>;

/** A link of this mail has made its contact unsubscribe; noted once. */
export async function noteUnsubscribed(tx: ProjectTx, id: string): Promise<void> {
  const { rows } = await sql<UnsubscribedRow>`
    update emails set unsubscribed_at = ${tx.now}, updated_at = ${tx.now}
     where project_id = ${tx.projectId} and id = ${id} and unsubscribed_at is null
    returning id as email_id, contact_id, recipient, campaign_id, workflow_id, execution_id, type, source_type, is_test,
              depth, is_public, status as old_status`.execute(tx.db);
  const rest = { kind: 'unsubscribe', at: tx.now, bounceType: null, reason: null, oldReason: null } as const;
  await tx.emit(EmailsNoticed, ...rows.map((row) => ({ ...row, ...rest })));
}

/**
 * For a transaction that changes a contact and then its mail: emails are locked before contacts, as by results. Returns what led to the
 * mail.
 */
export async function lockEmail({ db, projectId }: ProjectTx, id: string): Promise<Cause> {
  const row = await db
    .selectFrom('emails')
    .select(['depth', 'isPublic'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? fromOutside;
}
