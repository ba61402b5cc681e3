import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

/** Once a day: hours outside of all windows become one row for each source and round. */
export async function foldCounts(tx: ProjectTx): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('reputationStates')
    .set({ foldedAt: tx.now })
    .where('projectId', '=', tx.projectId)
    .where(({ or, eb }) =>
      or([eb('foldedAt', 'is', null), eb('foldedAt', '<', new Date(tx.now.getTime() - 86_400_000))]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await sql`
    with old as (
      delete from reputation_counts
       where project_id = ${tx.projectId} and hour > '-infinity' and hour < ${tx.now}::timestamptz - interval '8 days'
      returning round, scope, target_id, sent, bounces, complaints)
    insert into reputation_counts as c (project_id, round, hour, scope, target_id, slot, sent, bounces, complaints)
    select ${tx.projectId}, round, '-infinity', scope, target_id, 0, sum(sent), sum(bounces), sum(complaints)
      from old group by round, scope, target_id
    on conflict (project_id, round, hour, scope, target_id, slot) do update
       set sent = c.sent + excluded.sent, bounces = c.bounces + excluded.bounces,
           complaints = c.complaints + excluded.complaints`.execute(tx.db);
}
