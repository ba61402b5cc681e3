import type { JsonObject } from '#pure/custom-fields';
import type { Contact } from './contact.ts';

/** Keys that are being removed, with the moment up to which their values are stale. */
export type RemovalMarks = Readonly<Record<string, string>>;

/**
 * A contact without values that a running removal has not reached yet, so a write never carries them on.
 * Invariant: a value written after its field was deleted stays, one written before goes (D-223).
 */
export function withoutStaleKeys(contact: Contact, marks: RemovalMarks): Contact {
  const stale = Object.keys(contact.data).filter((key) => isStale(contact, marks, key));
  if (stale.length === 0) return contact;
  const kept = Object.entries(contact.data).filter(([key]) => !stale.includes(key));
  return { ...contact, data: Object.fromEntries(kept) as JsonObject }; // the same values, fewer keys
}

function isStale(contact: Contact, marks: RemovalMarks, key: string): boolean {
  const since = Object.hasOwn(marks, key) ? marks[key] : undefined;
  return since !== undefined && contact.updatedAt <= new Date(since);
}
