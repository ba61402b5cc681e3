import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask, enqueueIn, every, type ProjectTx } from '#platform/context';
import { nilId, readId } from '#platform/ids';

const projectsAtOnce = 1_000;
const versionsAtOnce = 200;

/** Removes the graphs of versions that no execution refers to any more (D-933). A second run finds nothing. */
export const removeVersions = defineTask({
  name: 'workflows.remove-versions',
  payload: z.object({}),
  priority: 'bulk',
  isMerged: true,
  async run(ctx) {
    const keptDays = ctx.config.WORKFLOW_HISTORY_DAYS;
    while (await ctx.transaction((tx) => removeSome(tx, keptDays)));
  },
});

/** True while there may be more. */
async function removeSome({ db, projectId }: ProjectTx, keptDays: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from workflow_versions v using (select * from unused_versions(${projectId}, ${keptDays}) limit ${versionsAtOnce}) u
     where v.project_id = ${projectId} and v.workflow_id = u.workflow_id and v.version = u.version`.execute(db);
  return numAffectedRows === BigInt(versionsAtOnce);
}

/** Finds projects with such versions; without it they only take space. */
export const findUnusedVersions = every({ minutes: 30 }, 'workflows.find-unused-versions', async (ctx) => {
  for (let after: string | null = nilId; after !== null && !ctx.stopping.aborted; ) {
    const rows: { project_id: string; has_unused: boolean }[] = await ctx.dispatch('projects_with_unused_versions', [
      ...[after, ctx.config.WORKFLOW_HISTORY_DAYS, projectsAtOnce],
    ]);
    for (const { project_id: text, has_unused } of rows) {
      const projectId = has_unused ? readId<'project'>(text) : null;
      if (projectId) await enqueueIn(ctx, projectId, removeVersions, {});
    }
    after = rows.length === projectsAtOnce ? (rows.at(-1)?.project_id ?? null) : null;
  }
});
