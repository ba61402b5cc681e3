import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { type Keyset, type KeysetPage, keysetOf, newestFirst } from '#platform/http';
import { addEmailData } from './add-email-data.ts';
import { countEvents } from './count-events.ts';
import type { ListedEvent } from './event.ts';
import { type EventFilter, hasName, isWithin } from './event-filter.ts';

export interface EventQuery extends EventFilter {
  limit: number;
  cursor?: string | undefined;
  contactId: ContactId | undefined;
}

type EventKeyset = Keyset<'createdAt'>;

/** One page, newest first (D-410). */
export function listEvents(ctx: ProjectContext, given: EventQuery): Promise<KeysetPage<ListedEvent>> {
  const keyset = keysetOf(newestFirst, given);
  return ctx.read(async (reader) => {
    const query = { ...given, name: await namesOf(ctx, reader, given.name) };
    const page = await keyset.page(await pageOf(reader, query, keyset), () => totalOf(reader, query));
    return { ...page, rows: await addEmailData(ctx, reader, page.rows) };
  });
}

/** A single name stays a single name: then an index has the order of the list. */
async function namesOf(ctx: ProjectContext, reader: ProjectReader, name: EventFilter['name']) {
  if (typeof name !== 'string') return name;
  const names = await ctx.references.eventNames(reader, name);
  return names.length > 1 ? names : name;
}

async function pageOf(reader: ProjectReader, query: EventQuery, keyset: EventKeyset): Promise<ListedEvent[]> {
  const page =
    query.contactId === undefined ? await projectRows(reader, query, keyset) : contactRows(reader, query, keyset);
  const { rows } = await sql<ListedEvent>`
    select p.id, p.name, p.data, p.contact_id, p.email_id, p.created_at, c.email
      from (${page}) p
      join contacts c on c.project_id = ${reader.projectId} and c.id = p.contact_id
     order by ${keyset.orderBy('p')}`.execute(reader.db);
  return rows;
}

const contactRows = (reader: ProjectReader, query: EventQuery, keyset: EventKeyset): RawBuilder<unknown> =>
  rowsWhere(reader, query, keyset, sql<boolean>`e.contact_id = ${query.contactId} and ${hasName('e.name', query)}`);

/** Up to this many names are looked up one by one; with more, rows of the source are not rare. */
const maxNames = 500;

/** A name has an index; a source and several names are looked up name by name, so that a rare one does not scan the log. */
async function projectRows(
  reader: ProjectReader,
  query: EventQuery,
  keyset: EventKeyset,
): Promise<RawBuilder<unknown>> {
  const isOneName = query.name === undefined || typeof query.name === 'string';
  if (query.source === undefined && isOneName) return rowsWhere(reader, query, keyset, hasName('e.name', query));
  const names = await reader.db
    .selectFrom('eventNames')
    .select('name')
    .where('projectId', '=', reader.projectId)
    .where(hasName('name', query))
    .limit(maxNames + 1)
    .execute();
  if (names.length > maxNames) return rowsWhere(reader, query, keyset, hasName('e.name', query));
  const found = rowsWhere(reader, query, keyset, sql<boolean>`e.name = n.name`);
  return sql`select e.* from unnest(${names.map(({ name }) => name)}::text[]) n (name) cross join lateral (${found}) e
    order by ${keyset.orderBy('e')} limit ${keyset.limit}`;
}

function rowsWhere(
  { projectId }: ProjectReader,
  { period }: EventQuery,
  keyset: EventKeyset,
  which: RawBuilder<boolean>,
): RawBuilder<unknown> {
  // Why both: the first condition alone tells the planner which months it can leave out.
  const isOld = keyset.after ? sql`e.created_at <= ${keyset.after.value}::timestamptz` : sql`true`;
  return sql`select e.id, e.name, e.data, e.contact_id, e.email_id, e.created_at from events e
    where e.project_id = ${projectId} and ${which} and ${isWithin('e.created_at', period)} and ${isOld} and ${keyset.isBeyond('e')}
    order by ${keyset.orderBy('e')} limit ${keyset.limit}`;
}

async function totalOf(reader: ProjectReader, query: EventQuery): Promise<number> {
  if (query.contactId === undefined) return countEvents(reader, query);
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from events e
     where e.project_id = ${reader.projectId} and e.contact_id = ${query.contactId} and ${hasName('e.name', query)}
       and ${isWithin('e.created_at', query.period)}`.execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}
