import { sql } from 'kysely';
import { createJob, defineJob, type JobId } from '#features/jobs';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { firstIdAt, nilId } from '#platform/ids';
import { limits } from '#pure/limits';
import { WorkflowNotFound } from '../refusals.ts';
import type { WorkflowId } from '../workflow.ts';
import { type CancelMark, closeMarked } from './close-marked.ts';
import { countStatuses } from './count-executions.ts';

export type CancelledAll =
  | { readonly kind: 'done'; readonly cancelled: number }
  | { readonly kind: 'queued'; readonly jobId: JobId; readonly active: number };

/**
 * Cancels every execution of a workflow that has started up to now (D-944). The mark is committed first: from then on no worker goes on
 * with them, and their contacts may enter again. Then their rows are closed in portions, by a job if there are many.
 */
export async function cancelAllExecutions(ctx: ProjectContext, workflowId: WorkflowId): Promise<CancelledAll> {
  const { mark, queued } = await ctx.transaction(async (tx) => {
    const mark = await setMark(tx, workflowId);
    const active = await countActive(tx, mark);
    if (active <= limits.rowsChangedWithinRequest) return { mark, queued: null };
    const counted = await countStatuses(tx, workflowId, { status: ['RUNNING', 'WAITING'] });
    const input = { workflowId, after: mark.after?.toISOString() ?? null, through: mark.through.toISOString() };
    const jobId = await createJob(tx, cancelExecutionsJob, { ...input, active: Math.max(active, counted) });
    return { mark, queued: { jobId, active: Math.max(active, counted) } };
  });
  if (queued) return { kind: 'queued', ...queued };
  let cancelled = 0;
  for (let next: string | null = nilId; next !== null; ) {
    const after: string = next;
    const portion = await ctx.transaction((tx) => closeMarked(tx, mark, after));
    cancelled += portion.cancelled;
    next = portion.next;
  }
  return { kind: 'done', cancelled };
}

/** Why clock_timestamp(): starts read it, too, so one that is committed now has started before the mark. */
async function setMark({ db, projectId }: ProjectTx, workflowId: WorkflowId): Promise<CancelMark> {
  const { rows } = await sql<{ after: Date | null; through: Date }>`
    with before as materialized (
      select cancelled_through from workflows where project_id = ${projectId} and id = ${workflowId} for no key update)
    update workflows w set cancelled_through = greatest(before.cancelled_through, clock_timestamp())
      from before where w.project_id = ${projectId} and w.id = ${workflowId}
    returning before.cancelled_through as after, w.cancelled_through as through`.execute(db);
  const [marks] = rows;
  if (!marks) throw WorkflowNotFound(workflowId);
  return { workflowId, ...marks };
}

/** Counts no further than what decides. */
async function countActive({ db, projectId }: ProjectTx, { workflowId, after }: CancelMark): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select 1 from executions x
       where x.project_id = ${projectId} and x.workflow_id = ${workflowId} and x.id >= ${after === null ? nilId : firstIdAt(after)}
       limit ${limits.rowsChangedWithinRequest + 1}) x`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

interface CancelInput {
  workflowId: string;
  after: string | null;
  through: string;
  active: number;
}

/** The same in the background, for many executions. */
export const cancelExecutionsJob = defineJob<CancelInput, { after: string }, { cancelled: number }>({
  type: 'cancel-executions',
  name: 'workflows.cancel-executions',
  initialCounts: { cancelled: 0 },
  begin: async () => ({ cursor: { after: nilId }, counts: { cancelled: 0 }, done: 0 }),
  open:
    async () =>
    async (tx, { input, cursor, counts }) => {
      const after = input.after === null ? null : new Date(input.after);
      const mark = { workflowId: input.workflowId, after, through: new Date(input.through) };
      const portion = await closeMarked(tx, mark, cursor.after);
      const cancelled = counts.cancelled + portion.cancelled;
      return {
        cursor: portion.next === null ? null : { after: portion.next },
        counts: { cancelled },
        done: Math.min(0.99, cancelled / Math.max(1, input.active)),
      };
    },
});
