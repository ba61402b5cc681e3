import { z } from 'zod';
import { defineTask } from '#platform/context';
import { checkPage, firstPage } from './check-page.ts';

/** Looks at every contact for one tracked segment. A second run finds nothing to change. */
export const checkAll = defineTask({
  name: 'segments.check-all',
  payload: z.object({ segmentId: z.uuid() }),
  priority: 'bulk',
  perProject: 1,
  isMerged: true,
  async run(ctx, { segmentId }) {
    for (let next: string | null = firstPage; next !== null; ) {
      const after: string = next;
      next = (await ctx.transaction((tx) => checkPage(tx, segmentId, after))).next;
    }
  },
});
