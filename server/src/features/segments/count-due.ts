import { z } from 'zod';
import { defineTask, enqueueIn, every, type ProjectContext, type ProjectId, type ProjectTx } from '#platform/context';
import { isStatementTimeout } from '#platform/db';
import { countInPages } from './count-in-pages.ts';
import { countMembers } from './count-members.ts';
import { type Segment, segmentColumns, toSegment } from './segment.ts';
import { recountList, storeCount } from './store-count.ts';

const maxPerRun = 20;
/** When a claimed count is due again if counting fails. */
const retryMilliseconds = 15 * 60_000;

/** Counts the segments of a project whose counts are due. A second run finds them claimed. */
export const countDue = defineTask({
  name: 'segments.refresh-counts',
  payload: z.object({}),
  priority: 'bulk',
  perProject: 1,
  isMerged: true,
  async run(ctx) {
    for (let counted = 0; counted < maxPerRun; counted += 1) {
      const segment = await ctx.transaction(claim);
      if (!segment) return;
      await recount(ctx, segment);
    }
    await ctx.transaction((tx) => tx.enqueue(countDue, {}));
  },
});

/** Finds projects with due counts: a count is kept right even if no request reads the segment (D-333). */
export const findDueCounts = every({ minutes: 1 }, 'count-segments', async (ctx) => {
  const projects = await ctx.dispatch<{ project_id: ProjectId }>('projects_with_due_counts', [1_000]);
  for (const { project_id: projectId } of projects) {
    await enqueueIn(ctx, projectId, countDue, {});
  }
});

async function claim(tx: ProjectTx): Promise<Segment | null> {
  const row = await tx.db
    .updateTable('segments')
    .set({ countDueAt: new Date(tx.now.getTime() + retryMilliseconds) })
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
    await storeCount(ctx, { id, tree }, (await countMembers(ctx, tree)) ?? (await countInPages(ctx, tree)));
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    ctx.log.warn({ segmentId: id }, 'segment cannot be counted');
  }
}
