import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { nilId } from '#platform/ids';
import type { Condition } from '#pure/conditions';
import { loadAudience } from './audience.ts';
import { countStatement, type MemberCount, prepareCounting } from './count-members.ts';
import { endOfPage } from './page-of-contacts.ts';

const pageMilliseconds = 30_000;

/**
 * Counts a condition over pages of contacts, each in a transaction of its own: the whole count may take any time, and
 * no snapshot is held meanwhile. Limit: contacts that change during the count are counted once, with their page.
 */
export async function countInPages(ctx: ProjectContext, tree: Condition): Promise<MemberCount> {
  const pageAfter = (after: string): Promise<CountedPage> => ctx.read((reader) => countPage(reader, tree, after));
  let { count, at, last } = await pageAfter(nilId);
  while (last !== null) {
    const page = await pageAfter(last);
    count += page.count;
    last = page.last;
  }
  return { count, at };
}

interface CountedPage extends MemberCount {
  /** The last contact of a full page. */
  last: string | null;
}

async function countPage(reader: ProjectReader, tree: Condition, after: string): Promise<CountedPage> {
  const { db, projectId, now } = reader;
  prepareCounting(reader, pageMilliseconds);
  const last = await endOfPage(reader, after);
  const upTo = last ? sql`and c.id <= ${last}` : sql``;
  const statement = countStatement(await loadAudience(reader), projectId, tree);
  const { rows } = await sql<{ count: string }>`${statement} and c.id > ${after} ${upTo}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), at: now, last };
}
