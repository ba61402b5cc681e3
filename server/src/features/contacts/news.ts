import { defineEvent } from '#platform/events';
import type { ChangeCause, ContactId } from './contact.ts';

export interface SubscriptionNews extends ChangeCause {
  contactId: ContactId;
}

/** An existing contact's state changed (D-204). Creation is not news of this kind. */
export const ContactSubscribed = defineEvent<SubscriptionNews>('contacts.subscribed');
export const ContactUnsubscribed = defineEvent<SubscriptionNews>('contacts.unsubscribed');

/** Address, state or data of these contacts changed, or they are new. */
export const ContactsChanged = defineEvent<{ contactId: ContactId; isNew: boolean }>('contacts.changed');

/** These contacts are about to go; rooms above drop what belongs to them in the same transaction (D-217). */
export const ContactsDeleted = defineEvent<{ contactId: ContactId }>('contacts.deleted');

/** A custom key was removed from the project: conditions on it match nothing from now on (D-223). */
export const FieldDeleted = defineEvent<{ key: string }>('contacts.field-deleted');
