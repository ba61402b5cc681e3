import { z } from 'zod';
import { defineTask } from '#platform/context';
import { nilId } from '#platform/ids';
import { checkPage } from './check-page.ts';

/** Checks every contact against one tracked segment. A second run finds nothing to change. */
export const checkAll = defineTask({
  name: 'segments.check-all',
  payload: z.object({ segmentId: z.uuid() }),
  priority: 'bulk',
  perProject: 1,
  isMerged: true,
  async run(ctx, { segmentId }) {
    for (let next: string | null = nilId; next !== null; ) {
      const after: string = next;
      next = (await ctx.transaction((tx) => checkPage(tx, segmentId, after))).next;
    }
  },
});
