import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import { deleteEvents } from './delete-events.ts';

/** A deleted contact takes its events along, and with them its part of the counts (D-217). */
export async function forgetContacts(tx: ProjectTx, news: readonly { contactId: ContactId }[]): Promise<void> {
  const ids = news.map(({ contactId }) => contactId);
  await deleteEvents(tx, sql<boolean>`e.contact_id = any(${ids}::uuid[])`);
  await tx.db
    .deleteFrom('contactEvents')
    .where('projectId', '=', tx.projectId)
    .where((where) => where('contactId', '=', where.fn.any(where.val(ids))))
    .execute();
}
