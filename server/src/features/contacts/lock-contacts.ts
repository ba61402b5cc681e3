import { CompiledQuery } from 'kysely';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import type { Contact, ContactId } from './contact.ts';
import { type ContactRow, toContact } from './contact-row.ts';

/** The stored contacts of these addresses, locked in the order of the addresses until the transaction ends. */
export async function lockContactsByEmail(tx: ProjectTx, emails: readonly string[]): Promise<Map<string, Contact>> {
  return byEmail(await selectContacts(tx, lockByEmail, emails));
}

/** The same without a lock, for callers that only read. */
export async function findContactsByEmail(
  reader: ProjectReader,
  emails: readonly string[],
): Promise<Map<string, Contact>> {
  return byEmail(await selectContacts(reader, findByEmail, emails));
}

const byEmail = (contacts: readonly Contact[]) => new Map(contacts.map((contact) => [contact.email, contact]));

/** The stored contacts of these ids. */
export const findContacts = (reader: ProjectReader, ids: readonly ContactId[]): Promise<Contact[]> =>
  selectContacts(reader, findById, ids);

/** The same, locked in the order of the ids. */
export const lockContacts = (tx: ProjectTx, ids: readonly ContactId[]): Promise<Contact[]> =>
  selectContacts(tx, lockById, ids);

/**
 * $1 the project, $2 the sorted ids or addresses.
 * Why one look-up for each: with `= any (…)` the planner may read all contacts of the project instead, when its
 * statistics are older than an import. Why the list is selected: the planner must not see its length, or it makes a new
 * plan for every call.
 */
const statement = (column: string, type: string, locking: string): string => `
  select c.*, (select coalesce(jsonb_object_agg(key, removing_since), '{}') from contact_fields
                where project_id = $1 and removing_since is not null) as marks
    from unnest((select $2::${type}[])) as requested (${column}) cross join lateral (
      select id, email, subscribed, data, created_at, updated_at from contacts
       where project_id = $1 and ${column} = requested.${column} ${locking}) c`;

/** Why no key update: rows that refer to a contact (memberships, checks) may be written meanwhile; they only hold its key. */
const locked = 'for no key update';
const lockByEmail = statement('email', 'text', locked);
const lockById = statement('id', 'uuid', locked);
const findByEmail = statement('email', 'text', '');
const findById = statement('id', 'uuid', '');

async function selectContacts(reader: ProjectReader, text: string, requested: readonly string[]): Promise<Contact[]> {
  const query = CompiledQuery.raw(text, [reader.projectId, requested.toSorted()]);
  const { rows } = await reader.db.getExecutor().executeQuery<ContactRow & { marks: RemovalMarks }>(query);
  return rows.map(({ marks, ...row }) => withoutStaleKeys(toContact(row), marks));
}

/** Keys that are being removed, with the moment up to which their values are stale. */
type RemovalMarks = Readonly<Record<string, string>>;

/**
 * A contact without values that a running removal has not reached yet, so a write never keeps them.
 * Invariant: a value written after its field was deleted stays, one written before goes (D-223).
 */
function withoutStaleKeys(contact: Contact, marks: RemovalMarks): Contact {
  const stale = Object.keys(contact.data).filter((key) => isStale(contact, marks, key));
  if (stale.length === 0) return contact;
  const kept = Object.entries(contact.data).filter(([key]) => !stale.includes(key));
  return { ...contact, data: Object.fromEntries(kept) as JsonObject }; // the same values, fewer keys
}

function isStale(contact: Contact, marks: RemovalMarks, key: string): boolean {
  const since = Object.hasOwn(marks, key) ? marks[key] : undefined;
  return since !== undefined && contact.updatedAt <= new Date(since);
}
