import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { Position } from '#platform/http';
import { readCursor, writeCursor } from '#platform/http';
import { countEvents } from './count-events.ts';
import type { ListedEvent } from './event.ts';
import type { EventFilter } from './event-filter.ts';
import { hasName, isWithin } from './event-filter.ts';

export interface EventQuery extends EventFilter {
  limit: number;
  cursor?: string | undefined;
  contactId: ContactId | undefined;
}

export interface EventPage {
  events: ListedEvent[];
  cursor: string;
  hasMore: boolean;
  total: number;
}

const order = 'createdAt.desc';

/** One page by keyset, newest first (D-410). */
export function listEvents(ctx: ProjectContext, given: EventQuery): Promise<EventPage> {
  const after = readCursor(order, given.cursor, 'instant');
  return ctx.read(async (reader) => {
    const query = { ...given, name: await namesOf(ctx, reader, given.name) };
    const found = await pageOf(reader, query, after);
    const total = after ? 0 : await totalOf(reader, query);
    const events = found.slice(0, query.limit);
    const last = events.at(-1);
    const hasMore = found.length > query.limit;
    const cursor = hasMore && last ? writeCursor(order, { value: last.createdAt.toISOString(), id: last.id }) : '';
    return { events, hasMore, total, cursor };
  });
}

/** One name stays one: then an index has the order of the list. */
async function namesOf(ctx: ProjectContext, reader: ProjectReader, name: EventFilter['name']) {
  if (typeof name !== 'string') return name;
  const names = await ctx.references.eventNames(reader, name);
  return names.length > 1 ? names : name;
}

async function pageOf(reader: ProjectReader, query: EventQuery, after: Position | null): Promise<ListedEvent[]> {
  const page =
    query.contactId === undefined ? await projectRows(reader, query, after) : contactRows(reader, query, after);
  const { rows } = await sql<ListedEvent>`
    select p.id, p.name, p.data, p.contact_id, p.email_id, p.created_at, c.email
      from (${page}) p
      join contacts c on c.project_id = ${reader.projectId} and c.id = p.contact_id
     order by p.created_at desc, p.id desc`.execute(reader.db);
  return rows;
}

const contactRows = (reader: ProjectReader, query: EventQuery, after: Position | null): RawBuilder<unknown> =>
  rowsWhere(reader, query, after, sql<boolean>`e.contact_id = ${query.contactId} and ${hasName('e.name', query)}`);

/** Up to this many names are looked up one by one; with more, rows of the source are not rare. */
const mostNames = 500;

/** A name has an index; a source and several names are looked up name by name, lest a rare one read the whole log. */
async function projectRows(
  reader: ProjectReader,
  query: EventQuery,
  after: Position | null,
): Promise<RawBuilder<unknown>> {
  const isOneName = query.name === undefined || typeof query.name === 'string';
  if (query.source === undefined && isOneName) return rowsWhere(reader, query, after, hasName('e.name', query));
  const names = await reader.db
    .selectFrom('eventNames')
    .select('name')
    .where('projectId', '=', reader.projectId)
    .where(hasName('name', query))
    .limit(mostNames + 1)
    .execute();
  if (names.length > mostNames) return rowsWhere(reader, query, after, hasName('e.name', query));
  const found = rowsWhere(reader, query, after, sql<boolean>`e.name = n.name`);
  return sql`select e.* from unnest(${names.map(({ name }) => name)}::text[]) n (name) cross join lateral (${found}) e
    order by e.created_at desc, e.id desc limit ${query.limit + 1}`;
}

function rowsWhere(
  { projectId }: ProjectReader,
  { limit, period }: EventQuery,
  after: Position | null,
  which: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const beyond = after
    ? sql`e.created_at <= ${after.value}::timestamptz and (e.created_at, e.id) < (${after.value}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return sql`select e.id, e.name, e.data, e.contact_id, e.email_id, e.created_at from events e
    where e.project_id = ${projectId} and ${which} and ${isWithin('e.created_at', period)} and ${beyond}
    order by e.created_at desc, e.id desc limit ${limit + 1}`;
}

async function totalOf(reader: ProjectReader, query: EventQuery): Promise<number> {
  if (query.contactId === undefined) return countEvents(reader, query);
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from events e
     where e.project_id = ${reader.projectId} and e.contact_id = ${query.contactId} and ${hasName('e.name', query)}
       and ${isWithin('e.created_at', query.period)}`.execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}
