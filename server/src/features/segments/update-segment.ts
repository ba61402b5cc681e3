import type { ProjectContext, ProjectTx } from '#platform/context';
import { type Condition, toJson } from '#pure/conditions';
import { dependentsOf, loadAudience } from './audience.ts';
import { checkReferences } from './check-references.ts';
import { chooseSlug, storeSlug } from './choose-slug.ts';
import { findSegment, lockSegment } from './find-segment.ts';
import { refreshCount } from './refresh-count.ts';
import type { Segment, SegmentId } from './segment.ts';
import { checkAll } from './tasks.ts';
import { watchEvents } from './watch-events.ts';

export interface SegmentPatch {
  name: string | undefined;
  description: string | null | undefined;
  /** Ignored for a list (D-341). */
  tree: Condition | undefined;
  trackMembership: boolean | undefined;
}

/** Changes a segment and checks again every tracked membership that depends on what changed. */
export async function updateSegment(ctx: ProjectContext, id: SegmentId, patch: SegmentPatch): Promise<Segment> {
  const { before, after } = await ctx.transaction(async (tx) => {
    const before = await lockSegment(tx, id);
    const after = await writePatch(tx, before, patch);
    await enqueueChecks(tx, before, after);
    return { before, after };
  });
  return sameTree(before, after) ? after : refreshCount(ctx, after);
}

async function writePatch(tx: ProjectTx, before: Segment, patch: SegmentPatch): Promise<Segment> {
  const tree = before.tree && patch.tree ? patch.tree : before.tree;
  if (tree && patch.tree) checkReferences(await loadAudience(tx), tree, { self: before });
  const name = patch.name ?? before.name;
  const slug = name === before.name ? before.slug : await chooseSlug(tx, before.id, name);
  await storeSlug(tx, before.id, slug);
  await tx.db
    .updateTable('segments')
    .set({
      name,
      slug,
      description: patch.description === undefined ? before.description : patch.description,
      condition: tree ? JSON.stringify(toJson(tree)) : null,
      trackMembership: patch.trackMembership ?? before.trackMembership,
      ...(tree === before.tree ? {} : { countDueAt: tx.now }),
      updatedAt: tx.now,
    })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', before.id)
    .execute();
  return findSegment(tx, before.id);
}

async function enqueueChecks(tx: ProjectTx, before: Segment, after: Segment): Promise<void> {
  const { segments } = await watchEvents(tx);
  if (before.trackMembership && !after.trackMembership && after.tree) await forgetMembers(tx, after.id);
  const isTurnedOn = after.trackMembership && !before.trackMembership;
  const own = after.tree && after.trackMembership && (isTurnedOn || !sameTree(before, after)) ? [after.id] : [];
  const others = sameTree(before, after)
    ? []
    : dependentsOf(after.id, segments).filter((id) => isTracked(segments.get(id)));
  for (const segmentId of [...own, ...others]) await tx.enqueue(checkAll, { segmentId }, { mergeKey: segmentId });
}

/** Tracking switched off: the members are deleted, without exit events (D-337). */
const forgetMembers = (tx: ProjectTx, id: SegmentId): Promise<unknown> =>
  tx.db.deleteFrom('segmentMembers').where('projectId', '=', tx.projectId).where('segmentId', '=', id).execute();

const isTracked = (segment: Segment | undefined): boolean => segment?.tree != null && segment.trackMembership;

const sameTree = (before: Segment, after: Segment): boolean =>
  JSON.stringify(before.tree && toJson(before.tree)) === JSON.stringify(after.tree && toJson(after.tree));
