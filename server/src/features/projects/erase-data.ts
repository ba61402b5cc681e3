import { z } from 'zod';
import { endResetJob } from '#features/jobs';
import { defineInstanceTask, every, type ProjectId } from '#platform/context';
import { hasNoTask } from './has-no-task.ts';
import { isBeingWiped } from './wipe-mark.ts';

/**
 * Erases what a reset does not keep, then takes the mark away. Killed anywhere, a further run continues; two at once take turns, and
 * when one has ended, the other finds that the mark is gone and stops. Only a project with the mark of a reset is touched, whatever the payload says.
 */
export const eraseData = defineInstanceTask({
  name: 'projects.reset',
  payload: z.object({ projectId: z.string() }),
  isMerged: true,
  retry: { attempts: 25, delaySeconds: 2, maxDelaySeconds: 30 },
  expireSeconds: 3_600,

  async run(ctx, { projectId }) {
    const found = await ctx.read(({ db }) =>
      db
        .selectFrom('projects')
        .select(['id', 'resetJobId'])
        .where('id', '=', projectId)
        .where('wipeBeganAt', 'is not', null)
        .executeTakeFirst(),
    );
    if (!found?.resetJobId) return;
    const { resetJobId } = found;
    await ctx.wipeProject(found.id as ProjectId, {
      isDeletion: false,
      holds: (tx) => isBeingWiped(tx, resetJobId),
      async close(tx) {
        await endResetJob(tx, resetJobId);
        await tx.db
          .updateTable('projects')
          .set({ wipeBeganAt: null, resetJobId: null, resetAt: tx.now })
          .where('id', '=', tx.projectId)
          .execute();
      },
    });
  },
});

const lateMilliseconds = 2 * 60 * 1_000;

/** Enqueues resets again whose task was lost or failed for good: no project stays closed. */
export const resetLeftProjects = every({ minutes: 5 }, 'projects.reset-left', (ctx) =>
  ctx.transaction(async (tx) => {
    const left = await tx.db
      .selectFrom('projects')
      .select('id')
      .where('wipeBeganAt', '<', new Date(tx.now.getTime() - lateMilliseconds))
      .where('resetJobId', 'is not', null)
      .where(hasNoTask(eraseData))
      .limit(100)
      .execute();
    for (const { id } of left) await tx.enqueue(eraseData, { projectId: id }, { mergeKey: id });
  }),
);
