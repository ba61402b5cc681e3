import { sql } from 'kysely';
import { giveBackUsage } from '#features/billing';
import type { ContactId } from '#features/contacts';
import { forgetSenders } from '#platform/activity-log';
import type { ProjectTx } from '#platform/context';
import { nilId } from '#platform/ids';
import { awaitBulkMail } from './bulk/lock-against-deletion.ts';
import { type CountedDelivery, countedAs } from './counted-as.ts';
import { type ClosedEmail, EmailsClosed } from './signals.ts';

type CancelledRow = Omit<ClosedEmail, 'status' | 'reason'> & CountedDelivery;

/**
 * Contacts are being deleted: mail to them that has not passed the gate is cancelled, and their records keep only status,
 * times and counters (D-635). A message that is being handed over still gets its result.
 */
export async function forgetContacts(tx: ProjectTx, contacts: readonly { contactId: ContactId }[]): Promise<void> {
  const ids = contacts.map(({ contactId }) => contactId);
  await awaitBulkMail(tx);
  // Mail that is not yet due has no delivery row. Mail that passed the gate keeps its own.
  const { rows: cancelled } = await sql<CancelledRow>`
    with stopped as (
      delete from deliveries
       where project_id = ${tx.projectId} and contact_id = any(${ids}::uuid[]) and phase is null
      returning id, counted_in)
    update emails e set status = 'CANCELLED', reason = 'CONTACT_DELETED', updated_at = ${tx.now}
     where e.project_id = ${tx.projectId} and e.contact_id = any(${ids}::uuid[]) and e.status = 'QUEUED'
       and (e.id in (select id from stopped)
            or not exists (select 1 from deliveries d where d.project_id = e.project_id and d.id = e.id))
    returning e.id as email_id, e.contact_id, e.recipient, e.campaign_id, e.workflow_id, e.execution_id, e.is_test, e.depth,
              e.is_public, (select s.counted_in from stopped s where s.id = e.id) as counted_in,
              coalesce(e.campaign_id, e.workflow_id, ${nilId}) as source_id`.execute(tx.db);
  await sql`
    with theirs as (
      update emails set contact_id = null, recipient = null, recipient_name = null, subject = null, content_facts = null,
             updated_at = ${tx.now}
       where project_id = ${tx.projectId} and contact_id = any(${ids}::uuid[])
      returning id),
    hits as (
      update tracking_hits set user_agent = null, network = null
       where project_id = ${tx.projectId} and email_id = any(array(select id from theirs))),
    contents as (
      delete from email_contents c using theirs t
       where c.project_id = ${tx.projectId} and c.id = t.id
         and not exists (select 1 from deliveries d where d.project_id = c.project_id and d.id = c.id))
    delete from inbox_messages m using theirs t where m.project_id = ${tx.projectId} and m.id = t.id`.execute(tx.db);
  await forgetTheirActivity(tx, ids);
  if (cancelled.length === 0) return;
  const closure = { status: 'CANCELLED', reason: 'CONTACT_DELETED' } as const;
  await tx.emit(
    EmailsClosed,
    ...cancelled.map(({ countedIn: _in, sourceId: _source, ...email }): ClosedEmail => ({ ...email, ...closure })),
  );
  giveBackUsage(tx, countedAs(cancelled));
}

/** Refused mail that they sent leaves the activity. */
async function forgetTheirActivity(tx: ProjectTx, ids: readonly ContactId[]): Promise<void> {
  const contacts = await tx.db
    .selectFrom('contacts')
    .select('email')
    .where('projectId', '=', tx.projectId)
    .where('id', 'in', ids)
    .execute();
  const addresses = contacts.map(({ email }) => email);
  await forgetSenders(tx, addresses);
}
