export type { ChangeCause, Contact, ContactId, ContactSource, ContactWish } from './contact.ts';
export { contactColumns, toContact } from './contact-row.ts';
export { contacts } from './feature.ts';
export type { SubscriptionNews } from './news.ts';
export { ContactSubscribed, ContactsChanged, ContactsDeleted, ContactUnsubscribed, FieldDeleted } from './news.ts';
export { ContactNotFound } from './refusals.ts';
export { ContactReply, toContactReply } from './shapes.ts';
export { upsertContact, upsertContacts } from './upsert-contacts.ts';
