import type { ProjectReader } from '#platform/context';
import { applySettings } from '#platform/db';
import { comparePositions, type FeedPosition } from './feed-position.ts';
import type { FeedQuery, FeedRecord, FoundRecords } from './feed-query.ts';
import { findCompleted, findStarted } from './find-executions.ts';
import { findRecords } from './find-records.ts';
import { type ActivityItem, loadItems } from './load-items.ts';

/** A part of the feed. */
export interface FeedPart {
  readonly items: readonly ActivityItem[];
  /** Where the next part begins; null: there is nothing more. */
  readonly next: FeedPosition | null;
}

/**
 * The next items behind a position, at most `limit`, in either direction (D-1016): one bounded read for each kind of record, in the
 * order of an index, merged by moment and id. A part may be short, or empty, although more follows: where the index does not know what
 * is left out, only so many records are looked at. Items of records that went meanwhile are left out as well.
 */
export async function readFeed(reader: ProjectReader, query: FeedQuery): Promise<FeedPart> {
  const { records, next } = await findPart(reader, query);
  return { items: await loadItems(reader, records), next };
}

async function findPart(
  reader: ProjectReader,
  query: FeedQuery,
): Promise<{ records: readonly FeedRecord[]; next: FeedPosition | null }> {
  // Why: compiling a statement that looks at a few rows of each month takes longer than the statement.
  applySettings(reader.db, { jit: 'off' });
  const found = await findAll(reader, { ...query, limit: query.limit + 1 });
  const byPlace = (left: FeedPosition, right: FeedPosition): number => comparePositions(left, right, query.direction);
  const [horizon] = found.flatMap(({ lookedTo }) => lookedTo ?? []).sort(byPlace);
  const merged = found.flatMap(({ records }) => records).sort(byPlace);
  // What is behind the horizon would be shown before records that were not looked at.
  const known = horizon ? merged.filter((record) => byPlace(record, horizon) <= 0) : merged;
  const records = known.slice(0, query.limit);
  if (known.length > query.limit) return { records, next: records.at(-1) ?? null };
  return { records, next: horizon ?? null };
}

async function findAll(reader: ProjectReader, query: FeedQuery): Promise<FoundRecords[]> {
  const complete = async (records: Promise<FeedRecord[]>): Promise<FoundRecords> => ({
    records: await records,
    lookedTo: null,
  });
  return Promise.all([
    findRecords(reader, 'events', query),
    findRecords(reader, 'activity_log', query),
    ...(query.types.has('workflow.started') ? [complete(findStarted(reader, query))] : []),
    ...(query.types.has('workflow.completed') ? [complete(findCompleted(reader, query))] : []),
  ]);
}
