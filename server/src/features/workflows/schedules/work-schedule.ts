import { sql } from 'kysely';
import { freezeAudience, loadAudience } from '#features/segments';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { crashPoint } from '#platform/faults';
import type { Claim, ClaimEnding } from '#platform/spool';
import { executionsSpool } from '../executions/spool.ts';
import type { Workflow } from '../workflow.ts';
import { toWorkflow, workflowColumns } from '../workflow-row.ts';
import { enterPage } from './enter-page.ts';
import { scheduleAudience } from './schedule-audience.ts';
import { awaitTime, type Firing, lockSchedule, moveFiring, storeFiring } from './schedule-row.ts';
import { type ScheduleTimes, timeAfter, timesOf, timeToFire } from './schedule-times.ts';

/** A workflow gives its slot back after this time, so that others have their turn. */
const turnMs = 1_000;
/** How soon a schedule of a disabled project is looked at again. */
const disabledSeconds = 300;

type PortionEnding = ClaimEnding | 'more';

/** Works on a schedule that is due, in portions of one transaction each; it may die anywhere. */
export async function workSchedule(ctx: ProjectContext, claim: Claim): Promise<ClaimEnding> {
  const began = performance.now();
  for (;;) {
    const ending = await ctx.transaction((tx) => nextPortion(tx, claim));
    await crashPoint('schedule.portion');
    if (ending !== 'more') return ending;
    if (claim.signal.aborted || performance.now() - began > turnMs) return 'released';
  }
}

/** Fires once, whatever the number of workers: everything it decides is stored with the row that it holds. */
async function nextPortion(tx: ProjectTx, claim: Claim): Promise<PortionEnding> {
  const row = await lockSchedule(tx, claim);
  if (!row) return 'ended';
  const workflow = await findWorkflow(tx, claim.id);
  const times = workflow && timesOf(workflow);
  if (!times) return 'done';
  if (workflow.isDisabled) return { afterSeconds: disabledSeconds };
  if (row.firing) return enterPortion(tx, claim.id, times, { ...row, firing: row.firing });
  return fire(tx, workflow, times, row.firesAt);
}

interface FoundWorkflow extends Workflow {
  /** Its project is. */
  readonly isDisabled: boolean;
}

async function findWorkflow({ db, projectId }: ProjectTx, id: string): Promise<FoundWorkflow | null> {
  const row = await db
    .selectFrom('workflows as w')
    .innerJoin('projects as p', 'p.id', 'w.projectId')
    .select(workflowColumns.map((column) => `w.${column}` as const))
    .select('p.disabledReason')
    .where('w.projectId', '=', projectId)
    .where('w.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { disabledReason, ...workflow } = row;
  return { ...toWorkflow(workflow), isDisabled: disabledReason !== null };
}

/** The time is reached: version and audience are frozen. Or it was missed for too long, and the row waits for another. */
async function fire(tx: ProjectTx, workflow: Workflow, times: ScheduleTimes, firesAt: Date): Promise<PortionEnding> {
  const time = timeToFire(times, firesAt, tx.now);
  if (time === null || time > tx.now) return waitFor(tx, workflow.id, time);
  const tree = scheduleAudience(workflow);
  if (tree === null) return waitFor(tx, workflow.id, times.next(tx.now));
  const audience = freezeAudience(await loadAudience(tx), tree);
  await storeFiring(tx, workflow.id, time, {
    ...{ beganAt: tx.now, version: workflow.version, audience, afterContact: null },
  });
  return 'more';
}

async function waitFor(tx: ProjectTx, id: string, time: Date | null): Promise<ClaimEnding> {
  if (time === null) return 'done';
  await awaitTime(tx, id, time);
  return 'ended';
}

/** One page of contacts and the move of the cursor. After the last one the row waits for the next time. */
async function enterPortion(
  tx: ProjectTx,
  id: string,
  times: ScheduleTimes,
  { firesAt, firing }: { readonly firesAt: Date; readonly firing: Firing },
): Promise<PortionEnding> {
  const { after, entered } = await enterPage(tx, id, firesAt, firing);
  if (entered > 0) tx.afterCommit(executionsSpool.wake);
  if (after !== null) {
    await moveFiring(tx, id, after);
    return 'more';
  }
  const { next, skipped } = timeAfter(times, { firesAt, beganAt: firing.beganAt }, tx.now);
  if (skipped > 0) await countSkipped(tx, id, skipped);
  return waitFor(tx, id, next);
}

/** Shown in the problems of the workflow for a day. */
async function countSkipped({ db, projectId, now }: ProjectTx, id: string, skipped: number): Promise<void> {
  await sql`
    insert into workflow_hours as h (project_id, workflow_id, hour, times_skipped)
    values (${projectId}, ${id}, date_trunc('hour', ${now}::timestamptz, 'UTC'), ${skipped})
    on conflict (project_id, workflow_id, hour) do update set times_skipped = h.times_skipped + excluded.times_skipped`.execute(
    db,
  );
}
