import { type Contact, type ContactId, ContactNotFound, contactColumns, toContact } from '#features/contacts';
import { findLastEvents } from '#features/events';
import type { ProjectReader } from '#platform/context';
import type { SubscriptionFacts } from './subscription-check.ts';

/** A contact as it is today, and the last changes of its subscription. */
export interface AskedContact {
  readonly contact: Contact;
  readonly subscription: SubscriptionFacts;
}

export async function loadContact(reader: ProjectReader, id: ContactId): Promise<AskedContact> {
  const row = await reader.db
    .selectFrom('contacts')
    .select([...contactColumns, 'source'])
    .where('projectId', '=', reader.projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw ContactNotFound(id);
  const { source, ...contact } = row;
  const events = await findLastEvents(reader, id, ['contact.subscribed', 'contact.unsubscribed']);
  return {
    contact: toContact(contact),
    subscription: {
      isSubscribed: contact.subscribed,
      source,
      subscribed: events.get('contact.subscribed'),
      unsubscribed: events.get('contact.unsubscribed'),
    },
  };
}
