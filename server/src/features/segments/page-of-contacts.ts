import type { ProjectReader } from '#platform/context';

/** Contacts that one statement of a long count reads, if nothing else is said. */
const pageSize = 50_000;

/** The last contact of the page behind `after`; null when the page is the last one. */
export async function endOfPage(
  { db, projectId }: ProjectReader,
  after: string,
  size: number = pageSize,
): Promise<string | null> {
  const last = await db
    .selectFrom('contacts')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '>', after)
    .orderBy('id')
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? null;
}
