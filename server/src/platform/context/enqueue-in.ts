import type { z } from 'zod';
import { isProjectClosed } from '#platform/db';
import type { EnqueueOptions, TaskDefinition } from '#platform/queue';
import type { InstanceContext, ProjectContext, ProjectId } from './context.ts';

/** For schedules: enqueues a task in a project. One whose data is being erased has nothing to do, and must not stop the others. */
export async function enqueueIn<P extends z.ZodType>(
  ctx: InstanceContext,
  projectId: ProjectId,
  task: TaskDefinition<ProjectContext, P>,
  payload: z.input<P>,
  options?: EnqueueOptions,
): Promise<void> {
  await ctx
    .inProject(projectId)
    .transaction((tx) => tx.enqueue(task, payload, options))
    .catch((error: unknown) => {
      if (!isProjectClosed(error)) throw error;
    });
}
