import { type Contact, type ContactId, ContactNotFound, contactColumns, toContact } from '#features/contacts';
import type { ProjectReader } from '#platform/context';

/** A contact and how it came to the project (D-418). */
export interface KnownContact extends Contact {
  readonly source: string;
}

export async function findContact({ db, projectId }: ProjectReader, id: ContactId): Promise<KnownContact> {
  const row = await db
    .selectFrom('contacts')
    .select([...contactColumns, 'source'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw ContactNotFound(id);
  const { source, ...contact } = row;
  return { ...toContact(contact), source };
}
