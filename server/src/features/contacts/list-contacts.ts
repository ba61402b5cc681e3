import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { type Keyset, type KeysetPage, keysetOf } from '#platform/http';
import type { Contact } from './contact.ts';
import { contactColumns, toContact } from './contact-row.ts';
import { countContacts } from './count-contacts.ts';
import { patternOf } from './search-pattern.ts';

export interface ContactListQuery {
  limit: number;
  cursor: string | undefined;
  search: string | undefined;
  subscribed: boolean | undefined;
  sort: 'email' | 'createdAt';
  dir: 'asc' | 'desc';
}

type ContactKeyset = Keyset<ContactListQuery['sort']>;

/** One page, in the order that the query names. */
export function listContacts(ctx: ProjectContext, query: ContactListQuery): Promise<KeysetPage<Contact>> {
  const { sort, dir, search } = query;
  const keyset = keysetOf({ by: sort, direction: dir, kind: sort === 'email' ? 'text' : 'instant' }, query);
  return ctx.read(async (reader) => {
    const found = await (search === undefined ? pageOf : searchPage)(reader, query, keyset);
    return keyset.page(found, () => countContacts(reader, query));
  });
}

async function pageOf(
  { db, projectId }: ProjectReader,
  query: ContactListQuery,
  keyset: ContactKeyset,
): Promise<Contact[]> {
  let rows = db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('projectId', '=', projectId)
    .where(keyset.isBeyond())
    .orderBy(keyset.orderBy())
    .limit(keyset.limit);
  if (query.subscribed !== undefined) rows = rows.where('subscribed', '=', query.subscribed);
  return (await rows.execute()).map(toContact);
}

async function searchPage(
  { db, projectId }: ProjectReader,
  query: ContactListQuery,
  { after, limit }: ContactKeyset,
): Promise<Contact[]> {
  const { rows: found } = await sql<{ id: string }>`
    select search_contacts as id from search_contacts(${patternOf(query.search ?? '')}, ${query.subscribed ?? null},
      ${query.sort === 'email'}, ${query.dir === 'asc'}, ${after?.value ?? null}, ${after?.id ?? null}, ${limit})`.execute(
    db,
  );
  const ids = found.map((row) => row.id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('projectId', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(toContact).sort((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id));
}
