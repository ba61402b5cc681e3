import type { Job } from 'pg-boss';
import type { Logger } from '#platform/log';
import type { AnyTask, Schedule } from './define-task.ts';
import { scheduleQueue } from './install.ts';
import type { Queue } from './queue.ts';

interface Envelope {
  projectId: string | null;
  payload: unknown;
}

export interface Contexts {
  forTask(task: AnyTask, projectId: string | null, taskId: string): unknown;
  forSchedule(name: string): unknown;
}

/** Starts taking tasks. A task's heartbeat lapses with its worker; the supervisor then gives it to another. */
export async function workTasks(
  queue: Queue,
  tasks: readonly AnyTask[],
  schedules: readonly Schedule[],
  contexts: Contexts,
  log: Logger,
): Promise<void> {
  for (const task of tasks) {
    const options = {
      batchSize: 1,
      localConcurrency: 2,
      pollingIntervalSeconds: 1,
      groupConcurrency: task.perProject ?? 2,
    };
    await queue.boss.work<Envelope>(task.name, options, async ([job]) => {
      if (job) await runTask(task, job, contexts, log);
    });
  }
  for (const schedule of schedules) {
    await queue.boss.schedule(scheduleQueue(schedule.name), schedule.cron, null, { tz: 'UTC' });
    await queue.boss.work(scheduleQueue(schedule.name), { batchSize: 1, pollingIntervalSeconds: 5 }, () =>
      schedule.run(contexts.forSchedule(schedule.name) as never),
    );
  }
}

async function runTask(task: AnyTask, job: Job<Envelope>, contexts: Contexts, log: Logger): Promise<void> {
  try {
    const payload = task.payload.parse(job.data.payload);
    await task.run(contexts.forTask(task, job.data.projectId, job.id) as never, payload);
  } catch (error) {
    log.error({ error, task: task.name, taskId: job.id, projectId: job.data.projectId }, 'task failed');
    throw error;
  }
}

/** Runs every waiting task once and returns how many ran; tests call it until the house is quiet. */
export async function runWaitingTasks(
  queue: Queue,
  tasks: readonly AnyTask[],
  contexts: Contexts,
  log: Logger,
): Promise<number> {
  let ran = 0;
  for (const task of tasks) {
    for (const job of await queue.boss.fetch<Envelope>(task.name, { batchSize: 100 })) {
      await runTask(task, job, contexts, log).then(
        () => queue.boss.complete(task.name, job.id),
        (error: unknown) => queue.boss.fail(task.name, job.id, { message: String(error) }),
      );
      ran += 1;
    }
  }
  return ran;
}
