import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { countedParts } from './counted-parts.ts';
import type { EventFilter } from './event-filter.ts';

/** Exact: folded counts, events not folded yet, and the ends of the period that are no whole days, in one statement. */
export async function countEvents(reader: ProjectReader, filter: EventFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(count), 0) as count from (${sql.join(countedParts(reader, filter), sql` union all `)}) p`.execute(
    reader.db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** The most frequent names of a filter, with how many events each has in it. */
export async function countNames(
  reader: ProjectReader,
  filter: EventFilter,
  limit: number,
): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: string }>`
    select name, sum(count) as count from (${sql.join(countedParts(reader, filter), sql` union all `)}) p
     group by name having sum(count) > 0 order by sum(count) desc, name limit ${limit}`.execute(reader.db);
  return rows.map(({ name, count }) => ({ name, count: Number(count) }));
}
