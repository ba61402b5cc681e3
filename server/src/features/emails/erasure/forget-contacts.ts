import { sql } from 'kysely';
import { giveBackUsage } from '#features/billing';
import type { ContactId } from '#features/contacts';
import { forgetSenders } from '#platform/activity-log';
import type { ProjectTx } from '#platform/context';
import { nilId } from '#platform/ids';
import { awaitBulkMail } from '../bulk/lock-against-deletion.ts';
import { type CountedDelivery, countedAs } from '../counted-as.ts';
import { type ClosedEmail, EmailsClosed } from '../signals.ts';
import { eraseLater } from './erase-later.ts';
import { type DeletedContact, eraseMails } from './erase-mails.ts';

type CancelledRow = Omit<ClosedEmail, 'status' | 'reason'> & CountedDelivery;

/**
 * Contacts are being deleted: mail to them that has not passed the gate is cancelled, and their records keep only status,
 * times and counters (D-635); so does mail to their address that names no contact (D-1063). A message that is being handed over still gets
 * its result. Of very many mails the rest is erased soon after.
 */
export async function forgetContacts(tx: ProjectTx, contacts: readonly { contactId: ContactId }[]): Promise<void> {
  await awaitBulkMail(tx);
  const deleted = await loadDeleted(
    tx,
    contacts.map(({ contactId }) => contactId),
  );
  const cancelled = await cancelWaiting(tx, deleted);
  if (await eraseMails(tx, deleted)) await eraseLater(tx, deleted);
  await forgetSenders(
    tx,
    deleted.map(({ recipient }) => recipient),
  );
  if (cancelled.length === 0) return;
  const closure = { status: 'CANCELLED', reason: 'CONTACT_DELETED' } as const;
  await tx.emit(
    EmailsClosed,
    ...cancelled.map(({ countedIn: _in, sourceId: _source, ...email }): ClosedEmail => ({ ...email, ...closure })),
  );
  giveBackUsage(tx, countedAs(cancelled));
}

async function loadDeleted(tx: ProjectTx, ids: readonly ContactId[]): Promise<DeletedContact[]> {
  const rows = await tx.db
    .selectFrom('contacts')
    .select(['id', 'email'])
    .where('projectId', '=', tx.projectId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, email }) => ({ contactId: id, recipient: email, deletedAt: tx.now }));
}

/** Mail that is not yet due has no delivery row. Mail that passed the gate keeps its own. */
async function cancelWaiting(tx: ProjectTx, deleted: readonly DeletedContact[]): Promise<CancelledRow[]> {
  const ids = deleted.map(({ contactId }) => contactId);
  const addresses = deleted.map(({ recipient }) => recipient);
  const { rows } = await sql<CancelledRow>`
    with theirs as materialized (
      select id from emails where project_id = ${tx.projectId} and contact_id = any(${ids}::uuid[]) and status = 'QUEUED'
      union all
      select id from emails
       where project_id = ${tx.projectId} and recipient = any(${addresses}::text[]) and contact_id is null and status = 'QUEUED'),
    stopped as (
      delete from deliveries
       where project_id = ${tx.projectId} and id = any(array(select id from theirs)) and phase is null
      returning id, counted_in)
    update emails e set status = 'CANCELLED', reason = 'CONTACT_DELETED', updated_at = ${tx.now}
     where e.project_id = ${tx.projectId} and e.id = any(array(select id from theirs)) and e.status = 'QUEUED'
       and (e.id in (select id from stopped)
            or not exists (select 1 from deliveries d where d.project_id = e.project_id and d.id = e.id))
    returning e.id as email_id, e.contact_id, e.recipient, e.campaign_id, e.workflow_id, e.execution_id, e.is_test, e.depth,
              e.is_public, (select s.counted_in from stopped s where s.id = e.id) as counted_in,
              coalesce(e.campaign_id, e.workflow_id, ${nilId}) as source_id`.execute(tx.db);
  return rows;
}
