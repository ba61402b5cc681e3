import type { ProjectContext } from '#platform/context';
import { type Condition, toJson } from '#pure/conditions';
import { loadAudience } from './audience.ts';
import { checkReferences } from './check-references.ts';
import { chooseSlug, storeSlug } from './choose-slug.ts';
import { findSegment } from './find-segment.ts';
import { refreshCount } from './refresh-count.ts';
import type { Segment, SegmentId, SegmentType } from './segment.ts';
import { checkAll } from './tasks.ts';
import { watchEvents } from './watch-events.ts';

export interface NewSegment {
  name: string;
  description: string | null;
  type: SegmentType;
  /** Null for a list. */
  tree: Condition | null;
  trackMembership: boolean;
}

/** Creates a segment. A tracked dynamic one gets its first check at once in the background (D-336). */
export async function createSegment(ctx: ProjectContext, input: NewSegment): Promise<Segment> {
  const created = await ctx.transaction(async (tx) => {
    if (input.tree) checkReferences(await loadAudience(tx), input.tree);
    const id: SegmentId = tx.newId<'segment'>();
    const slug = await chooseSlug(tx, id, input.name);
    const { tree, ...columns } = input;
    await tx.db
      .insertInto('segments')
      .values({
        ...columns,
        projectId: tx.projectId,
        id,
        slug,
        condition: tree ? JSON.stringify(toJson(tree)) : null,
        createdAt: tx.now,
        updatedAt: tx.now,
      })
      .execute();
    await storeSlug(tx, id, slug);
    if (tree && input.trackMembership) {
      await watchEvents(tx);
      await tx.enqueue(checkAll, { segmentId: id }, { mergeKey: id });
    }
    return findSegment(tx, id);
  });
  return refreshCount(ctx, created);
}
