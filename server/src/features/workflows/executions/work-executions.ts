import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import type { Claim } from '#platform/spool';
import { beginRuns } from './begin-runs.ts';
import { commitRuns, type PreparedRun } from './commit-runs.ts';
import { loadRuns } from './load-runs.ts';
import { prepareEffects } from './prepare-effects.ts';

/**
 * Goes on with claimed executions of one project: load them, run the interpreter up to the first effect that needs the outside, render
 * outside of any transaction, then do the effects and store the progress in one. Each claim does one such effect for an execution; one
 * that needs another is due again at once. Returns whether some are.
 */
export async function workExecutions(ctx: ProjectContext, claims: readonly Claim[]): Promise<boolean> {
  const { now, project, isDisabled, runs, cancelled, orphans } = await loadRuns(ctx, claims);
  if (isDisabled) {
    await setAside(ctx, claims);
    return false;
  }
  for (const run of cancelled) run.feed({ kind: 'cancel', reason: 'cancelled_all' }, now);
  await beginRuns(ctx, runs, now);
  const prepared = await prepareEffects(ctx, runs, { project, now });
  const all: PreparedRun[] = [...runs, ...cancelled].map((run) => ({ run, prepared: prepared.get(run) }));
  return ctx.transaction((tx) => commitRuns(tx, claims, all, orphans));
}

/** A disabled project's due executions wait, without being looked at, until it is enabled again (D-928). */
async function setAside(ctx: ProjectContext, claims: readonly Claim[]): Promise<void> {
  await ctx.transaction(async ({ db, projectId }) => {
    await sql`
      update executions x set is_held = true, due_at = 'infinity', lease_until = null, fence = null, claims = 0
        from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ fence }) => fence)}::uuid[]) w (id, fence)
       where x.project_id = ${projectId} and x.id = w.id and x.fence = w.fence`.execute(db);
  });
}
