import { sql } from 'kysely';
import { deleteErrorsOf } from '#features/jobs';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { fieldChanges, sumChanges } from '#pure/custom-fields';
import type { Contact, ContactId } from './contact.ts';
import { lockContacts } from './lock-contacts.ts';
import { ContactNotFound } from './refusals.ts';
import { ContactsDeleted } from './signals.ts';

/** Removes a contact and, by its signal, what features above store about it, in one transaction (D-217). Records no event. */
export async function deleteContact(ctx: ProjectContext, id: ContactId): Promise<void> {
  await ctx.transaction(async (tx) => {
    const [contact] = await lockContacts(tx, [id]);
    if (!contact) throw ContactNotFound(id);
    await deleteContactsIn(tx, [contact]);
  });
}

/** The same for contacts that the caller has locked. */
export async function deleteContactsIn(tx: ProjectTx, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return;
  const ids = contacts.map((contact) => contact.id);
  await tx.emit(ContactsDeleted, ...ids.map((contactId) => ({ contactId })));
  await sql`delete from contacts c using unnest(${ids}::uuid[]) gone (id)
    where c.project_id = ${tx.projectId} and c.id = gone.id`.execute(tx.db);
  await sql`delete from consent_records r using unnest(${ids}::uuid[]) gone (id)
    where r.project_id = ${tx.projectId} and r.contact_id = gone.id`.execute(tx.db);
  await deleteErrorsOf(
    tx,
    contacts.map((contact) => contact.email),
  );
  const fields = sumChanges(contacts.flatMap((contact) => fieldChanges(contact.data, {})));
  await tx.db
    .insertInto('contactTallies')
    .values({
      projectId: tx.projectId,
      id: tx.newId(),
      contacts: -contacts.length,
      subscribed: -contacts.filter((contact) => contact.subscribed).length,
      fields: JSON.stringify(fields),
    })
    .execute();
}
