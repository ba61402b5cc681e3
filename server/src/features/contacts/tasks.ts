import { z } from 'zod';
import type { ProjectContext, ProjectId } from '#platform/context';
import { defineTask, every } from '#platform/context';
import type { TaskDefinition } from '#platform/queue';
import { foldOnce } from './fold-tallies.ts';
import { finishRemoval, removeFieldPage } from './remove-field.ts';

const RemovalPayload = z.object({ key: z.string(), after: z.uuid() });

/** Folds waiting tallies into the figures. Harmless when run twice: a tally is deleted in the transaction that adds it. */
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

/** Takes a deleted key off one page of contacts and enqueues the next. A repeat finds nothing left to take. */
export const removeField: TaskDefinition<ProjectContext, typeof RemovalPayload> = defineTask({
  name: 'contacts.remove-field',
  payload: RemovalPayload,
  priority: 'bulk',
  perProject: 1,
  run: (ctx, { key, after }) =>
    ctx.transaction(async (tx) => {
      const { next } = await removeFieldPage(tx, key, after);
      if (next === null) await finishRemoval(tx, key);
      else await tx.enqueue(removeField, { key, after: next });
    }),
});

/** Finds projects whose tallies were left over by the writes. */
export const foldLeftovers = every({ minutes: 1 }, 'fold-contact-tallies', async (ctx) => {
  const projects = await ctx.dispatch<{ project_id: ProjectId }>('projects_with_contact_tallies', [1_000]);
  for (const { project_id: projectId } of projects) {
    await ctx.inProject(projectId).transaction((tx) => tx.enqueue(foldTallies, {}));
  }
});
