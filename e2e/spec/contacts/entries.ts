import type { Entry } from '../entry.ts';
import { createContact } from './create-contact.ts';
import { deleteField, fieldUsage, fieldValues, listFields } from './fields.ts';
import { listContacts } from './list-contacts.ts';
import { lookupContacts } from './lookup-contacts.ts';
import { deleteContact, getContact, patchContact } from './one-contact.ts';

export const contactEntries: readonly Entry[] = [
  listContacts,
  createContact,
  getContact,
  patchContact,
  deleteContact,
  lookupContacts,
  listFields,
  fieldValues,
  fieldUsage,
  deleteField,
];
