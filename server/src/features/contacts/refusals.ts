import { missing, plainRefusal, refusal } from '#platform/refusals';

export const ContactNotFound = missing('CONTACT_NOT_FOUND', 'contact');

/** Quirk: a missing address is a plain 400 on `POST /contacts` (specification, section 7). */
export const EmailRequired = plainRefusal('malformed', 'BAD_REQUEST', 'Email is required');

/** Quirk: plain 409 (specification, section 7). */
export const EmailInUse = plainRefusal('conflict', 'CONFLICT', 'Another contact already uses this email address');

export const FieldNotCustom = refusal('unfit', 'FIELD_NOT_CUSTOM', (field: string) => ({
  message: `${field} is a standard field and cannot be removed.`,
  details: { field },
}));
