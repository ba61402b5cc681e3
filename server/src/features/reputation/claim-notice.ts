import { sql } from 'kysely';
import { listTeamLeaders } from '#features/projects';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { Crossing } from './judge.ts';
import { lines } from './thresholds.ts';

/** Marks every unreported line as reported; returns the most severe one and the users to notify. */
export async function claimNotice(tx: ProjectTx): Promise<{ notice: Crossing; userIds: string[] } | null> {
  const { rows } = await sql<Crossing>`
    update reputation_notices set told_at = ${tx.now} where project_id = ${tx.projectId} and told_at is null
    returning metric, line, value, threshold`.execute(tx.db);
  const [notice] = rows.toSorted((a, b) => lines.indexOf(b.line) - lines.indexOf(a.line));
  if (!notice) return null;
  const leaders = await listTeamLeaders(tx, tx.projectId);
  return { notice, userIds: leaders.map(({ userId }) => userId) };
}

export async function findNotice(
  { db, projectId }: ProjectReader,
  { metric, line }: Pick<Crossing, 'metric' | 'line'>,
): Promise<Crossing | null> {
  const row = await db
    .selectFrom('reputationNotices')
    .select(['metric', 'line', 'value', 'threshold'])
    .where('projectId', '=', projectId)
    .where('metric', '=', metric)
    .where('line', '=', line)
    .executeTakeFirst();
  return row ?? null;
}
