import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { Position } from '#platform/http';
import { readCursor, writeCursor } from '#platform/http';
import type { SuppressionReason } from '../email.ts';
import type { Suppression } from './suppression.ts';
import { suppressionColumns } from './suppression.ts';

export interface SuppressionQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly search: string | undefined;
  readonly reason: SuppressionReason | undefined;
}

export interface SuppressionPage {
  readonly suppressions: Suppression[];
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly total: number;
}

const order = 'createdAt.desc';

/** One page by keyset, newest first. */
export function listSuppressions(ctx: ProjectContext, query: SuppressionQuery): Promise<SuppressionPage> {
  const after = readCursor(order, query.cursor, 'instant');
  return ctx.read(async (reader) => {
    const found = await pageOf(reader, query, after);
    const total = after ? 0 : await countOf(reader, query);
    const suppressions = found.slice(0, query.limit);
    const last = suppressions.at(-1);
    const hasMore = found.length > query.limit;
    const cursor = hasMore && last ? writeCursor(order, { value: last.createdAt.toISOString(), id: last.id }) : '';
    return { suppressions, hasMore, total, cursor };
  });
}

const matching = ({ db, projectId }: ProjectReader, { search, reason }: SuppressionQuery) => {
  let rows = db.selectFrom('suppressions').where('projectId', '=', projectId);
  if (reason !== undefined) rows = rows.where('reason', '=', reason);
  // Plain text: `%` and `_` are ordinary characters (D-131).
  if (search !== undefined) rows = rows.where(sql<boolean>`strpos(email, ${search.toLowerCase()}) > 0`);
  return rows;
};

function pageOf(reader: ProjectReader, query: SuppressionQuery, after: Position | null): Promise<Suppression[]> {
  let rows = matching(reader, query)
    .select(suppressionColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
  if (after) {
    rows = rows.where(sql<boolean>`(created_at, id) < (${after.value}::timestamptz, ${after.id}::uuid)`);
  }
  return rows.execute();
}

async function countOf(reader: ProjectReader, query: SuppressionQuery): Promise<number> {
  const counted = await matching(reader, query)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirst();
  return Number(counted?.count ?? 0);
}
