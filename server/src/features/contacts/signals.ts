import { defineSignal } from '#platform/signals';
import type { Cause } from '#pure/causes';
import type { ChangeCause, ContactId } from './contact.ts';

export interface SubscriptionChange extends ChangeCause {
  contactId: ContactId;
}

/** An existing contact's state changed (D-204). Creation emits nothing of this kind. */
export const ContactSubscribed = defineSignal<SubscriptionChange>('contacts.subscribed');
export const ContactUnsubscribed = defineSignal<SubscriptionChange>('contacts.unsubscribed');

export interface ChangedContact extends Cause {
  contactId: ContactId;
  isNew: boolean;
}

/** Address, state or data of these contacts changed, or they are new. */
export const ContactsChanged = defineSignal<ChangedContact>('contacts.changed');

/** These contacts are about to be deleted; features above delete what belongs to them in the same transaction (D-217). */
export const ContactsDeleted = defineSignal<{ contactId: ContactId }>('contacts.deleted');

/** A custom key was removed from the project: conditions on it match nothing from now on (D-223). */
export const FieldDeleted = defineSignal<{ key: string }>('contacts.field-deleted');
