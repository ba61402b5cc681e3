import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import {
  hasAllTypes,
  kindOf,
  namesOfTypes,
  platformEventNames,
  type RecordTable,
  typeOfName,
} from './activity-types.ts';
import { type FeedPosition, isBehind } from './feed-position.ts';
import { type FeedFilter, type FeedQuery, type FoundRecords, orderBy } from './feed-query.ts';

/**
 * Records of a table in the order of an index: all of them, those of a contact, or those of each of some names. `isFiltered`: the index
 * does not know what is asked of each record besides, so only so many are looked at.
 */
export interface RecordRange {
  readonly table: RecordTable;
  readonly names: readonly string[] | null;
  readonly where: RawBuilder<unknown>;
  readonly filter: RawBuilder<unknown>;
  readonly isFiltered: boolean;
}

interface RecordKey {
  readonly id: string;
  readonly createdAt: Date;
  readonly name: string;
}

interface RecordRow extends RecordKey {
  readonly contactId: string | null;
  readonly emailId: string | null;
}

/** The next records of a table that are items. */
export async function findRecords(reader: ProjectReader, table: RecordTable, query: FeedQuery): Promise<FoundRecords> {
  const range = await rangeOf(reader, table, query);
  if (!range) return { records: [], lookedTo: null };
  const { rows } = await recordStatement(range, query).execute(reader.db);
  const records = rows.map(({ contactId, emailId, ...row }) => {
    const type = typeOfName(table, row.name);
    return { ...positionOf(table, row), type, contactId, source: { table, name: row.name, emailId } };
  });
  const isFull = rows.length === query.limit && range.names === null;
  if (!range.isFiltered || isFull) return { records, lookedTo: null };
  const { rows: ends } = await endStatement(range, query).execute(reader.db);
  const [end] = ends;
  return { records, lookedTo: end ? positionOf(table, end) : null };
}

const positionOf = (table: RecordTable, { id, createdAt, name }: RecordKey): FeedPosition => ({
  at: createdAt,
  recordId: id,
  kind: kindOf(typeOfName(table, name)),
});

/** Null: the table has no such items. */
export async function rangeOf(
  reader: ProjectReader,
  table: RecordTable,
  filter: FeedFilter,
): Promise<RecordRange | null> {
  const { types, contactId, from, to } = filter;
  if (contactId !== null && table === 'activity_log') return null;
  const isAll = hasAllTypes(table, types);
  const period = sql`r.created_at >= ${from}::timestamptz and r.created_at < ${to}::timestamptz`;
  const where = sql`r.project_id = ${reader.projectId} and ${period}`;
  const mode = modeFilter(table, filter);
  if (contactId !== null) {
    const ofContact = sql`${where} and r.contact_id = ${contactId}::uuid`;
    const isOfType = isAll ? null : nameFilter(table, types);
    return { table, names: null, where: ofContact, ...filterOf(mode, isOfType) };
  }
  if (isAll) return { table, names: null, where, ...filterOf(mode) };
  const names = await namesOf(reader, table, types);
  if (names?.length === 0) return null;
  if (names === null) return { table, names, where, ...filterOf(mode, nameFilter(table, types)) };
  return { table, names, where: sql`${where} and r.name = n.name`, ...filterOf(mode) };
}

/** The names to look up one by one; null where there are too many of them. */
async function namesOf(
  { db, projectId }: ProjectReader,
  table: RecordTable,
  types: FeedFilter['types'],
): Promise<string[] | null> {
  const names = namesOfTypes(table, types);
  if (table === 'activity_log' || !types.has('event.triggered')) return names;
  const others = await db
    .selectFrom('eventNames')
    .select('name')
    .where('projectId', '=', projectId)
    .where('name', 'not in', platformEventNames)
    .limit(limits.activityNames + 1)
    .execute();
  return others.length > limits.activityNames ? null : [...names, ...others.map(({ name }) => name)];
}

function nameFilter(table: RecordTable, types: FeedFilter['types']): RawBuilder<unknown> {
  const named = sql`r.name = any (${namesOfTypes(table, types)}::text[])`;
  return types.has('event.triggered') ? sql`(${named} or r.name <> all (${platformEventNames}::text[]))` : named;
}

/**
 * Items that are not about a mail belong to every mode. An event of an earlier version does not say whether its mail is test mail; the
 * record of the mail does.
 */
function modeFilter(table: RecordTable, { mode }: FeedFilter): RawBuilder<unknown> | null {
  if (mode === 'all') return null;
  const recorded = sql`(select m.is_test from emails m where m.project_id = r.project_id and m.id = r.email_id)`;
  const unknown = table === 'events' ? recorded : sql`null`;
  const isTest = sql`case when r.email_id is null then null when r.is_test is not null then r.is_test else ${unknown} end`;
  return sql`(${isTest}) is distinct from ${mode === 'live'}`;
}

function filterOf(...given: readonly (RawBuilder<unknown> | null)[]): Pick<RecordRange, 'filter' | 'isFiltered'> {
  const filters = given.filter((each) => each !== null);
  return { filter: filters.length === 0 ? sql`true` : sql.join(filters, sql` and `), isFiltered: filters.length > 0 };
}

const columns = { at: sql`r.created_at`, id: sql`r.id` };

/** Each name has its own stretch of the index; without names there is one stretch. */
function perName({ names }: RecordRange, found: RawBuilder<unknown>): RawBuilder<unknown> {
  if (names === null) return sql`(${found})`;
  return sql`unnest(${names}::text[]) n (name) cross join lateral (${found})`;
}

/** Records of the range in order: `more` is the limit of what is looked at. */
function inOrder(range: RecordRange, query: FeedQuery, more: RawBuilder<unknown>): RawBuilder<unknown> {
  const { table, where } = range;
  const contactId = table === 'events' ? sql`r.contact_id` : sql`null::uuid as contact_id`;
  return sql`
    select r.project_id, r.created_at, r.id, r.name, r.email_id, r.is_test, ${contactId} from ${sql.table(table)} r
     where ${where} and ${isBehind(columns, { ...query, kind: null })}
     order by ${orderBy(query.direction, columns.at, columns.id)} ${more}`;
}

export function recordStatement(range: RecordRange, query: FeedQuery): RawBuilder<RecordRow> {
  const order = orderBy(query.direction, columns.at, columns.id);
  const looked = range.isFiltered
    ? sql`select r.* from (${inOrder(range, query, sql`limit ${limits.activityRecordsLookedAt}`)}) r
           where ${range.filter} order by ${order} limit ${query.limit}`
    : inOrder(range, query, sql`limit ${query.limit}`);
  return sql`
    select r.id, r.created_at, r.name, r.contact_id, r.email_id from ${perName(range, looked)} r
     order by ${order} limit ${query.limit}`;
}

/** The first of the last records that were looked at, where there may be more behind it. */
function endStatement(range: RecordRange, query: FeedQuery): RawBuilder<RecordKey> {
  const last = inOrder(range, query, sql`offset ${limits.activityRecordsLookedAt - 1} limit 1`);
  return sql`select r.id, r.created_at, r.name from ${perName(range, last)} r
              order by ${orderBy(query.direction, columns.at, columns.id)} limit 1`;
}

/** How many items the range has, or has behind a position: among the newest records, or the next, of which so many are looked at. */
export function countStatement(
  range: RecordRange,
  max: number,
  after: FeedPosition | null,
): RawBuilder<{ count: number }> {
  const query: FeedQuery = { ...everything, direction: after ? 'oldest-first' : 'newest-first', after, limit: max };
  const each = inOrder(range, query, sql`limit ${max}`);
  return sql`
    select count(*)::int as count from (select r.* from ${perName(range, each)} r limit ${max}) r where ${range.filter}`;
}

const everything: FeedQuery = {
  direction: 'newest-first',
  after: null,
  limit: 0,
  types: new Set(),
  contactId: null,
  from: new Date(0),
  to: new Date(0),
  mode: 'all',
};
