import type { Entry } from '../entry.ts';
import { bulkEntries } from './bulk.ts';
import { contactConsent } from './consent.ts';
import { createContact } from './create-contact.ts';
import { contactExport } from './export.ts';
import { deleteField, fieldUsage, fieldValues, listFields } from './fields.ts';
import { importContacts } from './import-contacts.ts';
import { listContacts } from './list-contacts.ts';
import { lookupContacts } from './lookup-contacts.ts';
import { deleteContact, getContact, patchContact } from './one-contact.ts';
import { jobEntries } from './polling.ts';
import { contactSummary } from './summary.ts';
import { contactTimeline } from './timeline.ts';
import { contactWhy } from './why.ts';

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
  importContacts,
  ...bulkEntries,
  ...jobEntries,
  contactTimeline,
  contactConsent,
  contactWhy,
  contactSummary,
  contactExport,
];
