import type { ProjectContext } from '#platform/context';
import { isOutage } from '#platform/db';
import type { Claim } from '#platform/spool';
import { beginRuns } from './begin-runs.ts';
import { commitRuns } from './commit-runs.ts';
import { loadRuns } from './load-runs.ts';

/**
 * Fails the step of an execution whose own data makes it fail again and again (D-941). An outage of the database is thrown on: it is no
 * reason.
 */
export async function failExecution(ctx: ProjectContext, claim: Claim, cause: unknown): Promise<void> {
  if (isOutage(cause)) throw cause;
  ctx.log.error({ error: cause, executionId: claim.id }, 'a step of a workflow cannot be done');
  const { now, runs, orphans } = await loadRuns(ctx, [claim]);
  const error = { code: 'STEP_FAILED', message: 'The step could not be done in five attempts.' };
  await beginRuns(ctx, runs, now).catch(() => {}); // the condition itself may be what fails
  await ctx.transaction((tx) =>
    commitRuns(
      tx,
      [claim],
      runs.map((run) => ({ run, prepared: { kind: 'failed', error } })),
      orphans,
    ),
  );
}
