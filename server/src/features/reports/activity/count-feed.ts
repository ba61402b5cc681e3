import type { ProjectReader } from '#platform/context';
import { applySettings } from '#platform/db';
import { limits } from '#pure/limits';
import type { FeedPosition } from './feed-position.ts';
import type { FeedFilter } from './feed-query.ts';
import { countExecutions } from './find-executions.ts';
import { countStatement, rangeOf } from './find-records.ts';

/**
 * How many items there are (D-1012, D-1018), or how many newer ones there are behind a position: exact up to a maximum, among the records
 * of each kind, of which so many are looked at.
 */
export async function countFeed(
  reader: ProjectReader,
  filter: FeedFilter,
  after: FeedPosition | null = null,
): Promise<number> {
  const { db, projectId } = reader;
  const max = limits.activityCounted;
  applySettings(db, { jit: 'off' });
  let count = 0;
  for (const table of ['events', 'activity_log'] as const) {
    const range = await rangeOf(reader, table, filter);
    if (range) count += countOf(await countStatement(range, max, after).execute(db));
  }
  for (const what of ['started', 'completed'] as const) {
    if (!filter.types.has(`workflow.${what}`)) continue;
    count += countOf(await countExecutions(projectId, { ...filter, after }, what, max).execute(db));
  }
  return Math.min(count, max);
}

const countOf = ({ rows }: { rows: readonly { count: number }[] }): number => rows[0]?.count ?? 0;
