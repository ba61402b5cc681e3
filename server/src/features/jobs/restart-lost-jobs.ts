import { enqueueIn, every } from '#platform/context';
import { readId } from '#platform/ids';
import { jobTasks } from './define-job.ts';
import type { JobType } from './job.ts';

const minAgeSeconds = 120;
const batch = 200;

interface LostJob {
  readonly project_id: string;
  readonly id: string;
  readonly type: JobType;
}

/**
 * Gives jobs whose task was lost, or failed for good, a new task: no job stays waiting or active for ever. A second task
 * does no harm to a job that still has one.
 */
export const restartLostJobs = every({ minutes: 5 }, 'restart-lost-jobs', async (ctx) => {
  const names = Object.fromEntries([...jobTasks].map(([type, task]) => [type, task.name]));
  const lost = await ctx.dispatch<LostJob>('lost_jobs', [JSON.stringify(names), minAgeSeconds, batch]);
  for (const { project_id: text, id, type } of lost) {
    const projectId = readId<'project'>(text);
    const task = jobTasks.get(type);
    if (!projectId || !task) continue;
    ctx.log.warn({ projectId, jobId: id, type }, 'job without a task, enqueued again');
    await enqueueIn(ctx, projectId, task, { jobId: id });
  }
});
