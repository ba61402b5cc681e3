import anyAscii from 'any-ascii';
import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import type { SegmentId } from './segment.ts';

/**
 * A slug for this name that no other segment has or had (D-331, D-332). Its own former slug may be used again. Slugs of a project
 * are chosen one after the other: two segments that get the same name at once get two.
 */
export async function chooseSlug(tx: ProjectTx, id: SegmentId, name: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`segment-slugs:${tx.projectId}`}, 0))`.execute(tx.db);
  const slug = slugOf(name) || `segment-${id.slice(-8)}`;
  const rows = await tx.db
    .selectFrom('segmentSlugs')
    .select(['slug', 'segmentId'])
    .where('projectId', '=', tx.projectId)
    .execute();
  return freeSlug(slug, new Set(rows.filter(({ segmentId }) => segmentId !== id).map((row) => row.slug)));
}

export async function storeSlug(tx: ProjectTx, id: SegmentId, slug: string): Promise<void> {
  await tx.db
    .insertInto('segmentSlugs')
    .values({ projectId: tx.projectId, slug, segmentId: id })
    .onConflict((conflict) => conflict.columns(['projectId', 'slug']).doNothing())
    .execute();
}

/** The part of event names that stands for a segment (D-331); empty when nothing of the name can be used. */
const slugOf = (name: string): string =>
  anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replace(/[ -]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, limits.segmentSlugCharacters)
    .replace(/-$/, '');

/** `slug`, or the first of `slug-2`, `slug-3` … that is not taken. */
function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const next = `${slug}-${number}`;
    if (!taken.has(next)) return next;
  }
}
