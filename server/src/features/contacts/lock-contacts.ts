import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { Contact, ContactId } from './contact.ts';
import type { ContactRow } from './contact-row.ts';
import { toContact } from './contact-row.ts';
import type { RemovalMarks } from './stale-keys.ts';
import { withoutStaleKeys } from './stale-keys.ts';

/** The stored contacts of these addresses, locked in the order of the addresses until the transaction ends. */
export async function lockContactsByEmail(tx: ProjectTx, emails: readonly string[]): Promise<Map<string, Contact>> {
  return byEmail(await pick(tx, emailsIn(emails), sql`email`, locked));
}

/** The same without a lock, for who only looks. */
export async function readContactsByEmail(
  reader: ProjectReader,
  emails: readonly string[],
): Promise<Map<string, Contact>> {
  return byEmail(await pick(reader, emailsIn(emails), sql`email`, sql``));
}

const emailsIn = (emails: readonly string[]) => sql`unnest(${emails.toSorted()}::text[]) as wanted (email)`;
const byEmail = (contacts: readonly Contact[]) => new Map(contacts.map((contact) => [contact.email, contact]));
/** Why no key update: rows that refer to a contact (memberships, checks) may be written meanwhile; they only hold its key. */
const locked = sql`for no key update`;

/** The stored contacts of these ids, locked in the order of the ids. */
export const lockContacts = (tx: ProjectTx, ids: readonly ContactId[]): Promise<Contact[]> =>
  pick(tx, sql`unnest(${ids.toSorted()}::uuid[]) as wanted (id)`, sql`id`, locked);

/**
 * Why one look each: with `= any (…)` the planner may read all contacts of the project instead, when its statistics are
 * older than an import.
 */
async function pick(
  reader: ProjectReader,
  wanted: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  locking: RawBuilder<unknown>,
): Promise<Contact[]> {
  const { rows } = await sql<ContactRow & { marks: RemovalMarks }>`
    select c.*, (select coalesce(jsonb_object_agg(key, removing_since), '{}') from contact_fields
                  where project_id = ${reader.projectId} and removing_since is not null) as marks
      from ${wanted} cross join lateral (
        select id, email, subscribed, data, created_at, updated_at from contacts
         where project_id = ${reader.projectId} and ${column} = wanted.${column} ${locking}) c`.execute(reader.db);
  return rows.map(({ marks, ...row }) => withoutStaleKeys(toContact(row), marks));
}
