import { z } from 'zod';
import { defineInstanceTask, every, type ProjectId } from '#platform/context';

/**
 * Erases what every feature keeps of a deleted project, then the project. A second run finds nothing.
 * Only a project that is marked as deleted is touched, whatever the payload says.
 */
export const eraseProject = defineInstanceTask({
  name: 'projects.erase',
  payload: z.object({ projectId: z.string() }),
  priority: 'bulk',
  isMerged: true,
  expireSeconds: 3_600,

  async run(ctx, { projectId }) {
    const found = await ctx.read(({ db }) =>
      db
        .selectFrom('projects')
        .select('id')
        .where('id', '=', projectId)
        .where('deletedAt', 'is not', null)
        .executeTakeFirst(),
    );
    if (!found) return;
    await ctx.erase(found.id as ProjectId); // the primary key
    await ctx.transaction((tx) =>
      tx.db.deleteFrom('projects').where('id', '=', found.id).where('deletedAt', 'is not', null).execute(),
    );
  },
});

const lateMilliseconds = 60 * 60 * 1_000;

/** Enqueues erasures again that failed for good, so that data is gone within a day. */
export const eraseLeftProjects = every({ minutes: 30 }, 'projects.erase-left', (ctx) =>
  ctx.transaction(async (tx) => {
    const left = await tx.db
      .selectFrom('projects')
      .select('id')
      .where('deletedAt', '<', new Date(tx.now.getTime() - lateMilliseconds))
      .limit(100)
      .execute();
    for (const { id } of left) await tx.enqueue(eraseProject, { projectId: id }, { mergeKey: id });
  }),
);
