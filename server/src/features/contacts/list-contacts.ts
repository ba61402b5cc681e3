import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { Position } from '#platform/http';
import { readCursor, writeCursor } from '#platform/http';
import type { Contact } from './contact.ts';
import { contactColumns, toContact } from './contact-row.ts';
import { countContacts } from './count-contacts.ts';
import { patternOf } from './search-pattern.ts';

export interface ListQuery {
  limit: number;
  cursor: string | undefined;
  search: string | undefined;
  subscribed: boolean | undefined;
  sort: 'email' | 'createdAt';
  dir: 'asc' | 'desc';
}

export interface ContactPage {
  contacts: Contact[];
  cursor: string;
  hasMore: boolean;
  total: number;
}

/** One page by keyset: rows that come or go meanwhile are neither skipped nor repeated (D-126). */
export async function listContacts(ctx: ProjectContext, query: ListQuery): Promise<ContactPage> {
  const order = `${query.sort}.${query.dir}`;
  const after = readCursor(order, query.cursor, query.sort === 'email' ? 'text' : 'instant');
  return ctx.read(async (reader) => {
    const found =
      query.search === undefined ? await pageOf(reader, query, after) : await searchPage(reader, query, after);
    const total = after ? 0 : await countContacts(reader, query);
    const contacts = found.slice(0, query.limit);
    const last = contacts.at(-1);
    const hasMore = found.length > query.limit;
    return { contacts, hasMore, total, cursor: hasMore && last ? writeCursor(order, positionOf(last, query)) : '' };
  });
}

const positionOf = (contact: Contact, { sort }: ListQuery): Position => ({
  value: sort === 'email' ? contact.email : contact.createdAt.toISOString(),
  id: contact.id,
});

async function pageOf({ db, projectId }: ProjectReader, query: ListQuery, after: Position | null): Promise<Contact[]> {
  const beyond = query.dir === 'asc' ? sql.raw('>') : sql.raw('<');
  let rows = db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('projectId', '=', projectId)
    .orderBy(query.sort, query.dir)
    .orderBy('id', query.dir)
    .limit(query.limit + 1);
  if (query.subscribed !== undefined) rows = rows.where('subscribed', '=', query.subscribed);
  if (after && query.sort === 'email') {
    rows = rows.where(sql<boolean>`(email, id) ${beyond} (${after.value}, ${after.id}::uuid)`);
  } else if (after) {
    rows = rows.where(sql<boolean>`(created_at, id) ${beyond} (${after.value}::timestamptz, ${after.id}::uuid)`);
  }
  return (await rows.execute()).map(toContact);
}

async function searchPage(
  { db, projectId }: ProjectReader,
  query: ListQuery,
  after: Position | null,
): Promise<Contact[]> {
  const { rows: found } = await sql<{ id: string }>`
    select search_contacts as id from search_contacts(${patternOf(query.search ?? '')}, ${query.subscribed ?? null},
      ${query.sort === 'email'}, ${query.dir === 'asc'}, ${after?.value ?? null}, ${after?.id ?? null}, ${query.limit + 1})`.execute(
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
