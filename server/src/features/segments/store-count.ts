import { sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { type Condition, toJson } from '#pure/conditions';
import type { MemberCount } from './count-members.ts';
import { lockSegment } from './find-segment.ts';
import type { SegmentId } from './segment.ts';

/** With a schedule every minute and the time of counting, a count is never older than 15 minutes (D-333). */
const freshMilliseconds = 13 * 60_000;

/** Stores the count of a condition, unless the segment has another condition by now or a later count was stored first. */
export const storeCount = (
  ctx: ProjectContext,
  { id, tree }: { id: SegmentId; tree: Condition },
  { count, at }: MemberCount,
): Promise<unknown> =>
  ctx.transaction((tx) =>
    tx.db
      .updateTable('segments')
      .set({ memberCount: count, memberCountAt: at, countDueAt: new Date(at.getTime() + freshMilliseconds) })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .where(sql<boolean>`condition = ${JSON.stringify(toJson(tree))}::jsonb`)
      .where((where) => where.or([where('memberCountAt', 'is', null), where('memberCountAt', '<=', at)]))
      .execute(),
  );

/** Counts a list under its lock, so that it does not change meanwhile. */
export async function recountList(tx: ProjectTx, id: SegmentId): Promise<MemberCount> {
  await lockSegment(tx, id);
  const { count } = await tx.db
    .selectFrom('segmentMembers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('projectId', '=', tx.projectId)
    .where('segmentId', '=', id)
    .executeTakeFirstOrThrow();
  await tx.db
    .updateTable('segments')
    .set({ memberCount: count, memberCountAt: tx.now, countDueAt: null })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .execute();
  return { count: Number(count), at: tx.now };
}
