import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import { deleteEvents } from './delete-events.ts';

/** Deletes the events of deleted contacts, and subtracts them from the counts (D-217). */
export async function forgetContacts(tx: ProjectTx, contacts: readonly { contactId: ContactId }[]): Promise<void> {
  const ids = contacts.map(({ contactId }) => contactId);
  await deleteEvents(tx, sql<boolean>`e.contact_id = any(${ids}::uuid[])`);
  await tx.db
    .deleteFrom('contactEvents')
    .where('projectId', '=', tx.projectId)
    .where((where) => where('contactId', '=', where.fn.any(where.val(ids))))
    .execute();
}
