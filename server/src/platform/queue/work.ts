import type { JobWithMetadata } from 'pg-boss';
import { hasProjectLeft, isProjectClosed } from '#platform/db';
import type { Logger } from '#platform/log';
import type { AnyTask, Schedule } from './define-task.ts';
import { scheduleQueue } from './install.ts';
import { awaitMerging } from './merging.ts';
import { pollQueues } from './poll-queues.ts';
import type { Queue } from './queue.ts';

interface Envelope {
  projectId: string | null;
  payload: unknown;
}

export interface Contexts {
  forTask(task: AnyTask, projectId: string | null, taskId: string): unknown;
  forSchedule(name: string): unknown;
}

/** Starts fetching tasks. A task's heartbeat lapses with its worker; the supervisor then gives it to another. */
export async function workTasks(
  queue: Queue,
  tasks: readonly AnyTask[],
  schedules: readonly Schedule[],
  contexts: Contexts,
  log: Logger,
): Promise<void> {
  const wakeSignals = new Map<string, () => void>();
  for (const task of tasks) wakeSignals.set(task.name, await workTask(queue, task, contexts, log));
  for (const schedule of schedules) {
    wakeSignals.set(scheduleQueue(schedule.name), await workSchedule(queue, schedule, contexts));
  }
  pollQueues(queue, wakeSignals, log);
}

const workers = 2;
/** Workers that are not woken poll this often. */
const idlePauseSeconds = 30;

/** Starts the workers of a task: each fetches the next one as soon as one is done, else sleeps. Returns their wake-up. */
async function workTask(queue: Queue, task: AnyTask, contexts: Contexts, log: Logger): Promise<() => void> {
  const ids: string[] = [];
  const wake = (): void => {
    for (const id of ids) queue.boss.notifyWorker(id);
  };
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: idlePauseSeconds,
    groupConcurrency: task.perProject ?? 2,
    includeMetadata: true,
  } as const;
  for (let worker = 0; worker < workers; worker += 1) {
    const id = await queue.boss.work<Envelope, void, typeof options>(task.name, options, async ([job]) => {
      wake(); // Why: without it the queue library waits after each task, whatever the backlog.
      if (job) await runTask(queue, task, job, contexts, log);
    });
    ids.push(id);
  }
  return wake;
}

async function workSchedule(queue: Queue, schedule: Schedule, contexts: Contexts): Promise<() => void> {
  const name = scheduleQueue(schedule.name);
  await queue.boss.schedule(name, schedule.cron, null, { tz: 'UTC' });
  const options = { batchSize: 1, pollingIntervalSeconds: idlePauseSeconds };
  const id = await queue.boss.work(name, options, () => schedule.run(contexts.forSchedule(schedule.name) as never));
  return () => queue.boss.notifyWorker(id);
}

async function runTask(
  queue: Queue,
  task: AnyTask,
  job: JobWithMetadata<Envelope>,
  contexts: Contexts,
  log: Logger,
): Promise<void> {
  try {
    if (task.isMerged) await awaitMerging(queue.boss, task.name, job.data.projectId);
    const payload = task.payload.parse(job.data.payload);
    await task.run(contexts.forTask(task, job.data.projectId, job.id) as never, payload);
  } catch (error) {
    if (isProjectClosed(error)) return hasProjectLeft(error) ? undefined : postpone(queue, job);
    log.error({ error, task: task.name, taskId: job.id, projectId: job.data.projectId }, 'task failed');
    throw error;
  }
}

const closedPauseSeconds = 10;

/** Its project is being reset or moved: an equal task looks again later, and finds what is left to do. One that waits already is enough. */
async function postpone(
  queue: Queue,
  { name, data, priority, groupId, singletonKey }: JobWithMetadata<Envelope>,
): Promise<void> {
  await queue.boss.send(name, data, {
    priority,
    startAfter: closedPauseSeconds,
    ...(groupId ? { group: { id: groupId } } : {}),
    ...(singletonKey === null ? {} : { singletonKey }),
  });
}

/** Runs every waiting task once and returns how many ran; tests call it until no task is left. */
export async function runWaitingTasks(
  queue: Queue,
  tasks: readonly AnyTask[],
  contexts: Contexts,
  log: Logger,
): Promise<number> {
  let ran = 0;
  for (const task of tasks) {
    for (const job of await queue.boss.fetch<Envelope>(task.name, { batchSize: 100, includeMetadata: true })) {
      await runTask(queue, task, job, contexts, log).then(
        () => queue.boss.complete(task.name, job.id),
        (error: unknown) => queue.boss.fail(task.name, job.id, { message: String(error) }),
      );
      ran += 1;
    }
  }
  return ran;
}
