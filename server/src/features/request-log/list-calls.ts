import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { KeysetPage, Period } from '#platform/http';
import { firstIdAt } from '#platform/ids';
import { limits } from '#pure/limits';
import { callColumns, type LoggedCall } from './call-row.ts';

/** Statuses from the first to before the second. */
export type StatusRange = readonly [from: number, until: number];

export interface CallQuery {
  readonly limit: number;
  /** The last call that was looked at. */
  readonly before: string | null;
  readonly method?: string | undefined;
  /** How the path begins. */
  readonly path?: string | undefined;
  readonly status?: StatusRange | undefined;
  readonly requestId?: string | undefined;
  readonly period: Period;
}

export interface CallPage extends Omit<KeysetPage<LoggedCall>, 'cursor'> {
  /** Null: there are no more. */
  readonly before: string | null;
}

/**
 * Calls, newest first. Limit: a page looks at so many calls and no more, so one of rare calls may be short or empty although there are
 * more; its cursor leads on. `total` counts within the same calls.
 */
export const listCalls = (ctx: ProjectContext, query: CallQuery): Promise<CallPage> =>
  ctx.read(async (reader) => {
    const isFiltered = query.method ?? query.path ?? query.status;
    const looked = isFiltered || query.before === null ? await lookedAt(reader, query) : { last: null, isFull: false };
    const found = await matching(reader, query, looked)
      .select(callColumns)
      .orderBy('id', 'desc')
      .limit(query.limit + 1)
      .execute();
    const rows = found.slice(0, query.limit);
    const isCut = found.length > query.limit;
    const before = isCut ? (rows.at(-1)?.id ?? null) : looked.isFull ? looked.last : null;
    const total = query.before === null ? await countMatching(reader, query, looked) : 0;
    return { rows, before, hasMore: before !== null, total };
  });

interface LookedAt {
  /** The oldest call that is looked at; null: there is none. */
  readonly last: string | null;
  readonly isFull: boolean;
}

async function lookedAt(reader: ProjectReader, query: CallQuery): Promise<LookedAt> {
  const row = await inRange(reader, query)
    .select('id')
    .orderBy('id', 'desc')
    .offset(limits.loggedCallsLookedAt - 1)
    .limit(1)
    .executeTakeFirst();
  return { last: row?.id ?? null, isFull: row !== undefined };
}

/** What the index finds: the period, and failed calls apart. */
function inRange({ db, projectId }: ProjectReader, { before, period, status, requestId }: CallQuery) {
  let rows = db.selectFrom('loggedCalls').where('projectId', '=', projectId);
  if (before !== null) rows = rows.where('id', '<', before);
  if (period.from) rows = rows.where('id', '>=', firstIdAt(period.from));
  if (period.until) rows = rows.where('id', '<', firstIdAt(period.until));
  if (requestId !== undefined) rows = rows.where('id', '=', requestId);
  if (status && status[0] >= 400) rows = rows.where('status', '>=', sql<number>`400`);
  return rows;
}

function matching(reader: ProjectReader, query: CallQuery, { last }: LookedAt) {
  const { method, path, status } = query;
  let rows = inRange(reader, query);
  if (last !== null) rows = rows.where('id', '>=', last);
  if (method !== undefined) rows = rows.where('method', '=', method);
  if (path !== undefined) rows = rows.where(sql<boolean>`starts_with(path, ${path})`);
  if (status) rows = rows.where('status', '>=', status[0]).where('status', '<', status[1]);
  return rows;
}

async function countMatching(reader: ProjectReader, query: CallQuery, looked: LookedAt): Promise<number> {
  const counted = await matching(reader, query, looked)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirst();
  return Number(counted?.count ?? 0);
}
