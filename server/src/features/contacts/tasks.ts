import { z } from 'zod';
import { defineTask, enqueueIn, every, type ProjectId } from '#platform/context';
import { foldOnce } from './fold-tallies.ts';

/** Folds waiting tallies into the counts. Harmless when run twice: a tally is deleted in the transaction that adds it. */
export const foldTallies = defineTask({
  name: 'contacts.fold-tallies',
  payload: z.object({}),
  priority: 'bulk',
  perProject: 1,
  isMerged: true,
  async run(ctx) {
    while ((await ctx.transaction(foldOnce)) > 0);
  },
});

/** Finds projects with tallies for which no write has enqueued a fold. */
export const foldLeftovers = every({ minutes: 1 }, 'fold-contact-tallies', async (ctx) => {
  const projects = await ctx.dispatch<{ project_id: ProjectId }>('projects_with_contact_tallies', [1_000]);
  for (const { project_id: projectId } of projects) {
    await enqueueIn(ctx, projectId, foldTallies, {});
  }
});
