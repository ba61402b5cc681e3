import { z } from 'zod';
import { defineTask, enqueueIn, every } from '#platform/context';
import { readId } from '#platform/ids';
import { checkProject } from './check-project.ts';
import { suspend } from './suspensions.ts';

/**
 * Checks one project. Enqueued by everything that may cross a line, merged with waiting ones; a second run finds
 * everything done. A check that fails holds marketing mail until one works: it never lets mail pass (P12).
 */
export const checkReputation = defineTask({
  name: 'reputation.check',
  payload: z.object({}),
  priority: 'urgent',
  perProject: 1,
  isMerged: true,
  async run(ctx) {
    try {
      await ctx.transaction(checkProject);
    } catch (error) {
      await ctx.transaction((tx) =>
        suspend(tx, { what: 'MARKETING', cause: 'CHECK_FAILED', value: null, threshold: null }),
      );
      throw error;
    }
  },
});

const maxProjects = 1_000;

/** A failed check is repeated until it works, whatever happens to its task. */
export const repeatFailedChecks = every({ minutes: 5 }, 'reputation.repeat-failed', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_failed_checks', [maxProjects]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, checkReputation, {});
  }
});
