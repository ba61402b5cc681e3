import { type ContactId, ContactNotFound } from '#features/contacts';
import type { ProjectContext } from '#platform/context';
import type { KeysetPage } from '#platform/http';
import type { ListedEvent } from './event.ts';
import { type EventQuery, listEvents } from './list-events.ts';

/** The events of one contact, who must exist (D-412). */
export async function listContactEvents(
  ctx: ProjectContext,
  contactId: ContactId,
  query: Omit<EventQuery, 'contactId' | 'period'>,
): Promise<KeysetPage<ListedEvent>> {
  const contact = await ctx.read(({ db, projectId }) =>
    db
      .selectFrom('contacts')
      .select('id')
      .where('projectId', '=', projectId)
      .where('id', '=', contactId)
      .executeTakeFirst(),
  );
  if (!contact) throw ContactNotFound(contactId);
  return listEvents(ctx, { ...query, contactId, period: { from: null, until: null } });
}
