import { z } from 'zod';
import { defineTask } from '#platform/context';
import { checkPage, firstPage } from './check-page.ts';
import { refreshCount } from './count-members.ts';
import { listSegments } from './find-segment.ts';

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

const staleMilliseconds = 15 * 60_000;

/** Counts the dynamic segments whose figure is older than a quarter of an hour (D-333). */
export const refreshCounts = defineTask({
  name: 'segments.refresh-counts',
  payload: z.object({}),
  priority: 'bulk',
  perProject: 1,
  isMerged: true,
  async run(ctx) {
    const all = await ctx.read(async (reader) => ({ segments: await listSegments(reader), now: reader.now }));
    for (const segment of all.segments.filter((each) => isStale(each, all.now))) await refreshCount(ctx, segment);
  },
});

export const isStale = (segment: { tree: unknown; memberCountAt: Date | null }, now: Date): boolean =>
  segment.tree !== null &&
  (segment.memberCountAt === null || now.getTime() - segment.memberCountAt.getTime() > staleMilliseconds);
