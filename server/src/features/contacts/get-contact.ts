import type { ProjectContext } from '#platform/context';
import type { Contact, ContactId } from './contact.ts';
import { contactColumns, toContact } from './contact-row.ts';
import { ContactNotFound } from './refusals.ts';

export async function getContact(ctx: ProjectContext, id: ContactId): Promise<Contact> {
  const row = await ctx.read(({ db, projectId }) =>
    db
      .selectFrom('contacts')
      .select(contactColumns)
      .where('projectId', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (!row) throw ContactNotFound(id);
  return toContact(row);
}
