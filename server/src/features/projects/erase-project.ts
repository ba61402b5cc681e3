import { z } from 'zod';
import { defineInstanceTask, every, type ProjectId } from '#platform/context';
import { hasNoTask } from './has-no-task.ts';
import { isBeingWiped } from './wipe-mark.ts';

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
    // From here on no transaction of the project opens, so nothing is written behind the wipe. A reset that is under way stops.
    const found = await ctx.transaction((tx) =>
      tx.db
        .updateTable('projects')
        .set(({ fn, ref }) => ({ wipeBeganAt: fn.coalesce(ref('wipeBeganAt'), ref('deletedAt')), resetJobId: null }))
        .where('id', '=', projectId)
        .where('deletedAt', 'is not', null)
        .returning('id')
        .executeTakeFirst(),
    );
    if (!found) return;
    await ctx.wipeProject(found.id as ProjectId, {
      isDeletion: true,
      holds: (tx) => isBeingWiped(tx, null),
      close: async (tx) => void (await tx.db.deleteFrom('projects').where('id', '=', found.id).execute()),
    });
  },
});

const lateMilliseconds = 60 * 60 * 1_000;

/**
 * Enqueues erasures again that failed for good, so that data is gone within a day; and those of copies that moved projects have left, which
 * a command marks.
 */
export const eraseLeftProjects = every({ minutes: 30 }, 'projects.erase-left', (ctx) =>
  ctx.transaction(async (tx) => {
    const left = await tx.db
      .selectFrom('projects')
      .select('id')
      .where(({ eb, or, and }) =>
        or([
          eb('deletedAt', '<', new Date(tx.now.getTime() - lateMilliseconds)),
          and([eb('deletedAt', 'is not', null), eb('movedAt', 'is not', null)]),
        ]),
      )
      .where(hasNoTask(eraseProject))
      .limit(100)
      .execute();
    for (const { id } of left) await tx.enqueue(eraseProject, { projectId: id }, { mergeKey: id });
  }),
);
