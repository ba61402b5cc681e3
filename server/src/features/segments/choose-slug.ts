import type { ProjectTx } from '#platform/context';
import type { SegmentId } from './segment.ts';
import { freeSlug, slugOf } from './slug.ts';

/** A slug for this name that no other segment has or had (D-331, D-332). A slug of its own past may come back. */
export async function chooseSlug(tx: ProjectTx, id: SegmentId, name: string): Promise<string> {
  const slug = slugOf(name) || `segment-${id.slice(-8)}`;
  const rows = await tx.db
    .selectFrom('segmentSlugs')
    .select(['slug', 'segmentId'])
    .where('projectId', '=', tx.projectId)
    .execute();
  return freeSlug(slug, new Set(rows.filter(({ segmentId }) => segmentId !== id).map((row) => row.slug)));
}

export async function keepSlug(tx: ProjectTx, id: SegmentId, slug: string): Promise<void> {
  await tx.db
    .insertInto('segmentSlugs')
    .values({ projectId: tx.projectId, slug, segmentId: id })
    .onConflict((conflict) => conflict.columns(['projectId', 'slug']).doNothing())
    .execute();
}
