import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask, enqueueIn, every, type ProjectTx } from '#platform/context';
import { readId } from '#platform/ids';
import { workflowCalls } from './calls-spool.ts';

const maxProjects = 1_000;
const batch = 1_000;

/** Makes the held calls of a project due. A second run finds nothing. */
export const releaseHeldCalls = defineTask({
  name: 'workflows.release-calls',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    while (await ctx.transaction(releaseSome));
    workflowCalls.wake();
  },
});

async function releaseSome({ db, projectId }: ProjectTx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update workflow_calls set due_at = now()
     where (project_id, id) in (
       select project_id, id from workflow_calls
        where lane = 0 and project_id = ${projectId} and due_at = 'infinity' and lease_until is null
        order by id limit ${batch} for update skip locked)`.execute(db);
  return numAffectedRows === BigInt(batch);
}

/** Finds projects that are enabled again; without it their calls only wait longer. */
export const findReleasedCalls = every({ minutes: 1 }, 'workflows.find-released-calls', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_released_calls', [maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, releaseHeldCalls, {});
  }
});
