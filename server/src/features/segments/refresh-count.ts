import type { ProjectContext } from '#platform/context';
import { countDue } from './count-due.ts';
import { countMembers } from './count-members.ts';
import type { Segment } from './segment.ts';
import { recountList, storeCount } from './store-count.ts';

/**
 * Counts the members and stores the count. Nothing else changes: no event, no membership. A count that takes longer than
 * five seconds runs in the background, and the stored count stays as it was until then (D-333).
 */
export async function refreshCount(ctx: ProjectContext, segment: Segment): Promise<Segment> {
  const { id, tree } = segment;
  if (!tree) return counted(segment, await ctx.transaction((tx) => recountList(tx, id)));
  const count = await countMembers(ctx, tree);
  if (!count) {
    await ctx.transaction(async (tx) => {
      await tx.db
        .updateTable('segments')
        .set({ countDueAt: tx.now })
        .where('projectId', '=', tx.projectId)
        .where('id', '=', id)
        .execute();
      await tx.enqueue(countDue, {});
    });
    return segment;
  }
  await storeCount(ctx, { id, tree }, count);
  return counted(segment, count);
}

const counted = (segment: Segment, { count, at }: { count: number; at: Date }): Segment => ({
  ...segment,
  memberCount: count,
  memberCountAt: at,
});
