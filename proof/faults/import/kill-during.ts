import { once } from 'node:events';
import { startProcess } from '../../instance/instance.ts';
import { sleep } from '../fault-run.ts';
import type { LostTasks } from './lost-tasks.ts';
import type { JobClient } from './polled-job.ts';

export interface KillPlan {
  url: string;
  kills: number;
  jobs: JobClient;
  jobId: string;
  /** Moves the clock for tasks of a dead worker; null when their time must pass for real. */
  lost: LostTasks | null;
  random: () => number;
  /** Batches done so far; a worker is not killed before it has done one. */
  steps: () => Promise<number>;
}

/** Runs one worker after the other, each killed with `kill -9` at some moment of its work. Returns how many were. */
export async function killDuring(plan: KillPlan): Promise<number> {
  let killed = 0;
  while (killed < plan.kills) {
    const before = await plan.steps();
    const worker = await startProcess('worker', plan.url);
    while ((await plan.steps()) === before && (await isUnderWay(plan))) await sleep(0.01);
    await sleep(plan.random() * 0.25);
    const ended = once(worker.child, 'exit');
    worker.child.kill('SIGKILL');
    await ended;
    if (!(await isUnderWay(plan))) return killed;
    killed += 1;
    await plan.lost?.reassign();
  }
  return killed;
}

async function isUnderWay({ jobs, jobId }: KillPlan): Promise<boolean> {
  const { state } = await jobs.poll(jobId);
  return state === 'waiting' || state === 'active';
}
