import type { JsonObject } from '#pure/custom-fields';
import type { Contact, ContactId } from './contact.ts';

export const contactColumns = ['id', 'email', 'subscribed', 'data', 'createdAt', 'updatedAt'] as const;

export interface ContactRow {
  id: string;
  email: string;
  subscribed: boolean;
  data: unknown;
  createdAt: Date;
  updatedAt: Date;
}

export const toContact = (row: ContactRow): Contact => ({
  ...row,
  id: row.id as ContactId, // a row of the contacts table
  data: row.data as JsonObject, // only patches of objects are written there
});
