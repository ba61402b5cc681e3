import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EmailId } from '../email.ts';
import { EmailsErased } from '../signals.ts';

/** A contact that is gone, or goes in this transaction. */
export interface DeletedContact {
  readonly contactId: string;
  readonly recipient: string;
  readonly deletedAt: Date;
}

/** About how many mails one transaction erases. */
const mailsAtOnce = 5_000;

/**
 * Erases what a page of their mails says of deleted contacts (D-635, D-1063): those under way, then the newest. Status, times and counters
 * stay. Returns whether there may be more. Mail to the address that was made after the deletion is not theirs.
 */
export async function eraseMails(tx: ProjectTx, deleted: readonly DeletedContact[]): Promise<boolean> {
  const ids = deleted.map(({ contactId }) => contactId);
  const { rows } = await sql<{ id: EmailId }>`
    with theirs as materialized (
      select id from deliveries where project_id = ${tx.projectId} and contact_id = any(${ids}::uuid[])
      union
      (select id from emails where project_id = ${tx.projectId} and contact_id = any(${ids}::uuid[])
        order by id desc limit ${mailsAtOnce})
      union
      (select e.id from unnest(${deleted.map(({ recipient }) => recipient)}::text[],
                               ${deleted.map(({ deletedAt }) => deletedAt)}::timestamptz[]) d (recipient, deleted_at)
         join emails e on e.project_id = ${tx.projectId} and e.recipient = d.recipient and e.contact_id is null
                      and e.created_at <= d.deleted_at
        limit ${mailsAtOnce}))
    update emails set contact_id = null, recipient = null, recipient_name = null, subject = null, error = null, content_facts = null,
           updated_at = ${tx.now}
     where project_id = ${tx.projectId} and id = any(array(select id from theirs))
       and (contact_id is not null or recipient is not null) -- the delivery of one that was erased before still names the contact
    returning id`.execute(tx.db);
  const erased = rows.map(({ id }) => id);
  if (erased.length > 0) await eraseTraces(tx, erased);
  return erased.length >= mailsAtOnce;
}

/** Why a statement of its own: the first one may have waited for a result, whose rows only a later one sees. */
async function eraseTraces(tx: ProjectTx, ids: readonly EmailId[]): Promise<void> {
  await sql`
    with theirs as materialized (select id from unnest(${ids}::uuid[]) as t (id)),
    hits as (
      update tracking_hits set user_agent = null, network = null
       where project_id = ${tx.projectId} and email_id = any(${ids}::uuid[])
         and (user_agent is not null or network is not null)),
    attempts as (
      update delivery_attempts set reply = null
       where project_id = ${tx.projectId} and email_id = any(${ids}::uuid[]) and reply is not null),
    delays as (
      update email_delays set diagnostic = null
       where project_id = ${tx.projectId} and email_id = any(${ids}::uuid[]) and diagnostic is not null),
    contents as (
      delete from email_contents c using theirs t
       where c.project_id = ${tx.projectId} and c.id = t.id
         and not exists (select 1 from deliveries d where d.project_id = c.project_id and d.id = c.id))
    delete from inbox_messages m using theirs t where m.project_id = ${tx.projectId} and m.id = t.id`.execute(tx.db);
  await tx.emit(EmailsErased, ...ids.map((emailId) => ({ emailId })));
}
