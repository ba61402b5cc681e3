import type { ProjectContext } from '#platform/context';
import { listSegments } from './find-segment.ts';
import type { Segment } from './segment.ts';
import { isStale, refreshCounts } from './tasks.ts';

/** All segments; figures older than a quarter of an hour are counted again in the background (D-333). */
export async function readSegments(ctx: ProjectContext): Promise<Segment[]> {
  const { segments, now } = await ctx.read(async (reader) => ({
    segments: await listSegments(reader),
    now: reader.now,
  }));
  if (segments.some((segment) => isStale(segment, now))) await ctx.transaction((tx) => tx.enqueue(refreshCounts, {}));
  return segments;
}
