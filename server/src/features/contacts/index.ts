export type { ChangeCause, Contact, ContactId, ContactSource, ContactWish } from './contact.ts';
export { contacts } from './feature.ts';
export type { SubscriptionNews } from './news.ts';
export { ContactSubscribed, ContactsChanged, ContactsDeleted, ContactUnsubscribed, FieldDeleted } from './news.ts';
export { ContactNotFound } from './refusals.ts';
export { upsertContact, upsertContacts } from './upsert-contacts.ts';
