import type { ProjectContext } from '#platform/context';
import { dependentsOf, loadAudience } from './audience.ts';
import { SegmentInUse, SegmentNotFound } from './refusals.ts';
import type { SegmentId } from './segment.ts';
import { checkAll } from './tasks.ts';
import { watchEvents } from './watch-events.ts';

const unfinished = new Set(['DRAFT', 'SCHEDULED', 'SENDING']);

/** Removes a segment with its members; contacts stay, no exit is recorded (D-337, D-342). */
export async function deleteSegment(ctx: ProjectContext, id: SegmentId): Promise<void> {
  await ctx.transaction(async (tx) => {
    // Why locked first: a record that begins to refer to it locks the row, too, so no new reference is missed.
    await tx.db
      .selectFrom('segments')
      .select('id')
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .forUpdate()
      .execute();
    const { segments } = await loadAudience(tx);
    if (!segments.has(id)) throw SegmentNotFound(id);
    const users = await ctx.references.find(tx, 'segment', id);
    const campaigns = users.filter(({ by, status = '' }) => by === 'campaign' && unfinished.has(status));
    if (campaigns.length > 0) {
      throw SegmentInUse(campaigns.map(({ id: campaign, name, status = '' }) => ({ id: campaign, name, status })));
    }
    const gone = await tx.db
      .deleteFrom('segments')
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw SegmentNotFound(id);
    await watchEvents(tx);
    for (const segmentId of dependentsOf(id, segments)) {
      if (segments.get(segmentId)?.trackMembership) await tx.enqueue(checkAll, { segmentId }, { mergeKey: segmentId });
    }
  });
}
