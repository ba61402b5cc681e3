import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Contact, ContactId } from './contact.ts';
import { contactColumns, toContact } from './contact-row.ts';
import type { RemovalMarks } from './stale-keys.ts';
import { withoutStaleKeys } from './stale-keys.ts';

/** The stored contacts of these addresses, locked until the transaction ends. */
export async function lockContactsByEmail(tx: ProjectTx, emails: readonly string[]): Promise<Map<string, Contact>> {
  const rows = await lockable(tx)
    .where((where) => where('email', '=', where.fn.any(where.val(emails))))
    .orderBy('email')
    .execute();
  return new Map(rows.map(({ marks, ...row }) => [row.email, withoutStaleKeys(toContact(row), marks)]));
}

/** The stored contacts of these ids, locked in the order of their ids. */
export async function lockContacts(tx: ProjectTx, ids: readonly ContactId[]): Promise<Contact[]> {
  const rows = await lockable(tx)
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .orderBy('id')
    .execute();
  return rows.map(({ marks, ...row }) => withoutStaleKeys(toContact(row), marks));
}

const lockable = (tx: ProjectTx) =>
  tx.db
    .selectFrom('contacts')
    .select(contactColumns)
    .select(
      sql<RemovalMarks>`(select coalesce(jsonb_object_agg(key, removing_since), '{}') from contact_fields
        where project_id = ${tx.projectId} and removing_since is not null)`.as('marks'),
    )
    .where('projectId', '=', tx.projectId)
    .forUpdate();
