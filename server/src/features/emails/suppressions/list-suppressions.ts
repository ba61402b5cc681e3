import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { type KeysetPage, keysetOf, newestFirst } from '#platform/http';
import type { SuppressionReason } from '../email.ts';
import { type Suppression, suppressionColumns } from './suppression.ts';

export interface SuppressionQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly search: string | undefined;
  readonly reason: SuppressionReason | undefined;
}

/** One page, newest first. */
export function listSuppressions(ctx: ProjectContext, query: SuppressionQuery): Promise<KeysetPage<Suppression>> {
  const keyset = keysetOf(newestFirst, query);
  return ctx.read(async (reader) => {
    const found = await matching(reader, query)
      .select(suppressionColumns)
      .where(keyset.isBeyond())
      .orderBy(keyset.orderBy())
      .limit(keyset.limit)
      .execute();
    return keyset.page(found, () => countTotal(reader, query));
  });
}

const matching = ({ db, projectId }: ProjectReader, { search, reason }: SuppressionQuery) => {
  let rows = db.selectFrom('suppressions').where('projectId', '=', projectId);
  if (reason !== undefined) rows = rows.where('reason', '=', reason);
  // Plain text: `%` and `_` are ordinary characters (D-131).
  if (search !== undefined) rows = rows.where(sql<boolean>`strpos(email, ${search.toLowerCase()}) > 0`);
  return rows;
};

async function countTotal(reader: ProjectReader, query: SuppressionQuery): Promise<number> {
  const counted = await matching(reader, query)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirst();
  return Number(counted?.count ?? 0);
}
