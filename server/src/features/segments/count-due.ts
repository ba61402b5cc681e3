import { z } from 'zod';
import type { ProjectContext, ProjectId, ProjectTx } from '#platform/context';
import { defineTask, every } from '#platform/context';
import { countInPages } from './count-in-pages.ts';
import { countMembers, isTimeout } from './count-members.ts';
import { keepCount, recountList } from './keep-count.ts';
import type { Segment } from './segment.ts';
import { segmentColumns, toSegment } from './segment.ts';

const atOnce = 20;
/** When a claimed figure is due again if its count fails. */
const againMilliseconds = 15 * 60_000;

/** Counts the segments of a project whose figures are due. A second run finds them claimed. */
export const countDue = defineTask({
  name: 'segments.refresh-counts',
  payload: z.object({}),
  priority: 'bulk',
  perProject: 1,
  isMerged: true,
  async run(ctx) {
    for (let counted = 0; counted < atOnce; counted += 1) {
      const segment = await ctx.transaction(claim);
      if (!segment) return;
      await recount(ctx, segment);
    }
    await ctx.transaction((tx) => tx.enqueue(countDue, {}));
  },
});

/** Finds projects with figures that are due: nobody has to read a segment for its figure to be right (D-333). */
export const findDueCounts = every({ minutes: 1 }, 'count-segments', async (ctx) => {
  const projects = await ctx.dispatch<{ project_id: ProjectId }>('projects_with_due_counts', [1_000]);
  for (const { project_id: projectId } of projects) {
    await ctx.inProject(projectId).transaction((tx) => tx.enqueue(countDue, {}));
  }
});

async function claim(tx: ProjectTx): Promise<Segment | null> {
  const row = await tx.db
    .updateTable('segments')
    .set({ countDueAt: new Date(tx.now.getTime() + againMilliseconds) })
    .where('projectId', '=', tx.projectId)
    .where('id', 'in', (from) =>
      from
        .selectFrom('segments')
        .select('id')
        .where('projectId', '=', tx.projectId)
        .where('countDueAt', '<=', tx.now)
        .orderBy('countDueAt')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(segmentColumns)
    .executeTakeFirst();
  return row ? toSegment(row) : null;
}

async function recount(ctx: ProjectContext, { id, tree }: Segment): Promise<void> {
  if (!tree) return void (await ctx.transaction((tx) => recountList(tx, id)));
  try {
    await keepCount(ctx, { id, tree }, (await countMembers(ctx, tree)) ?? (await countInPages(ctx, tree)));
  } catch (error) {
    if (!isTimeout(error)) throw error;
    ctx.log.warn({ segmentId: id }, 'segment cannot be counted');
  }
}
