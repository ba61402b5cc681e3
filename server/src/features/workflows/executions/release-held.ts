import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask, enqueueIn, every, type ProjectTx } from '#platform/context';
import { readId } from '#platform/ids';
import { executionsSpool } from './spool.ts';

const maxProjects = 1_000;
const batch = 1_000;

/** Makes the held executions of a project due, if it is enabled. A second run finds nothing. */
export const releaseHeldExecutions = defineTask({
  name: 'workflows.release-executions',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    while (await ctx.transaction(releaseSome)) executionsSpool.wake();
    executionsSpool.wake();
  },
});

/** True while there may be more. One that is locked is being cancelled, or woken by an event: the next minute finds it, if it stays. */
async function releaseSome({ db, projectId }: ProjectTx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update executions set is_held = false, due_at = now()
     where (project_id, id) in (
       select x.project_id, x.id from executions x join projects p on p.id = x.project_id and p.disabled_reason is null
        where x.project_id = ${projectId} and x.is_held limit ${batch} for update of x skip locked)`.execute(db);
  return numAffectedRows === BigInt(batch);
}

/** Finds projects that are enabled again; without it their executions only wait longer (D-928). */
export const findReleasedExecutions = every({ minutes: 1 }, 'workflows.find-released-executions', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_released_executions', [maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, releaseHeldExecutions, {});
  }
});
