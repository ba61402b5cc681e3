import { sql } from 'kysely';
import { releaseHeldMail } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import { foldCounts } from './fold-counts.ts';
import { judge } from './judge.ts';
import { findProjectState, loadStats } from './load-stats.ts';
import { noteCrossings } from './note-crossings.ts';
import { pausableScopes } from './signals.ts';
import { liftSuspensions, listStoppedSources, suspend } from './suspensions.ts';

/**
 * Checks the project's counts and stops what must stop (D-1133). A second run finds everything done.
 * A pause that came from a failed check ends here, because this one works.
 */
export async function checkProject(tx: ProjectTx): Promise<void> {
  const project = await findProjectState(tx);
  if (!project) return; // erased since the task was made
  const round = await lockState(tx);
  const stats = await loadStats(tx, project);
  const { crossings, stops } = judge(stats, { stopped: await listStoppedSources(tx), canStop: pausableScopes });
  for (const stop of stops) await suspend(tx, stop);
  await noteCrossings(tx, round, crossings);
  if ((await liftSuspensions(tx, 'MARKETING', { cause: 'CHECK_FAILED', by: null })) > 0) {
    await tx.enqueue(releaseHeldMail, {});
  }
  await foldCounts(tx);
}

/** Serialises checks and lifted pauses of one project. Returns the present round. */
export async function lockState(tx: ProjectTx): Promise<number> {
  await sql`insert into reputation_states (project_id) values (${tx.projectId}) on conflict do nothing`.execute(tx.db);
  const { round } = await tx.db
    .selectFrom('reputationStates')
    .select('round')
    .where('projectId', '=', tx.projectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return round;
}
