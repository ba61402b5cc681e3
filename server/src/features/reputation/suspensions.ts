import { sql } from 'kysely';
import { pauseProject, resumeProject } from '#features/projects';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { Id } from '#platform/ids';
import { limits } from '#pure/limits';
import type { PauseCause, Stop } from './judge.ts';
import { SourcePaused } from './signals.ts';
import type { MailSource } from './stats.ts';

export interface Suspension {
  readonly id: string;
  readonly scope: 'ALL' | 'MARKETING' | 'CAMPAIGN' | 'WORKFLOW';
  readonly targetId: string | null;
  readonly targetName: string | null;
  readonly cause: PauseCause;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
}

/** The latest suspensions, newest first. */
export const listSuspensions = ({ db, projectId }: ProjectReader): Promise<Suspension[]> =>
  db
    .selectFrom('reputationSuspensions')
    .select(['id', 'scope', 'targetId', 'targetName', 'cause', 'value', 'threshold', 'startedAt', 'endedAt', 'endedBy'])
    .where('projectId', '=', projectId)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.suspensionsListed)
    .execute();

export async function listStoppedSources({ db, projectId }: ProjectReader): Promise<MailSource[]> {
  const rows = await db
    .selectFrom('reputationSuspensions')
    .select(['scope', 'targetId'])
    .where('projectId', '=', projectId)
    .where('endedAt', 'is', null)
    .where('targetId', 'is not', null)
    .execute();
  return rows.map(({ scope, targetId }) => ({ scope: scope.toLowerCase(), targetId: targetId ?? '' }));
}

/**
 * Starts a suspension. True when there was none: of many concurrent checks one writes the row.
 * A real cause replaces a failed check.
 */
export async function suspend(tx: ProjectTx, { what, cause, value, threshold }: Stop): Promise<boolean> {
  const source = typeof what === 'object' ? what : null;
  const scope = (source ? source.scope.toUpperCase() : what) as Suspension['scope']; // the scopes of the table
  if (scope === 'MARKETING' && cause !== 'CHECK_FAILED') await endSuspensions(tx, 'MARKETING', 'CHECK_FAILED', null);
  const id: Id<'suspension'> = tx.newId<'suspension'>();
  const { numAffectedRows = 0n } = await sql`
    insert into reputation_suspensions (project_id, id, scope, target_id, cause, value, threshold, started_at)
    values (${tx.projectId}, ${id}, ${scope}, ${source?.targetId ?? null}, ${cause}, ${value}, ${threshold}, ${tx.now})
    on conflict do nothing`.execute(tx.db);
  if (numAffectedRows === 0n) return false;
  if (source) await tx.emit(SourcePaused, { ...source, cause, value, threshold });
  else await pauseProject(tx, scope === 'ALL' ? 'ALL' : 'MARKETING');
  return true;
}

/** Ends open suspensions of the whole project; returns how many. The project's mail may leave again. */
export async function liftSuspensions(
  tx: ProjectTx,
  scope: 'ALL' | 'MARKETING',
  { cause, by }: { cause?: PauseCause; by: string | null },
): Promise<number> {
  const ended = await endSuspensions(tx, scope, cause ?? null, by);
  if (ended > 0) await resumeProject(tx, scope);
  return ended;
}

async function endSuspensions(
  tx: ProjectTx,
  scope: 'ALL' | 'MARKETING',
  cause: PauseCause | null,
  by: string | null,
): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('reputationSuspensions')
    .set({ endedAt: tx.now, endedBy: by })
    .where('projectId', '=', tx.projectId)
    .where('scope', '=', scope)
    .where('endedAt', 'is', null)
    .$if(cause !== null, (query) => query.where('cause', '=', cause ?? 'CHECK_FAILED'))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
