import { once } from 'node:events';
import { startProcess } from '../../instance/instance.ts';
import { sleep } from '../fault-run.ts';
import type { LostTasks } from './lost-tasks.ts';
import type { Caller } from './polled-job.ts';

export interface KillPlan {
  url: string;
  kills: number;
  caller: Caller;
  jobId: string;
  /** Turns the clock for what a dead worker held; null when its time is to pass for real. */
  lost: LostTasks | null;
  random: () => number;
  /** Batches done so far; a worker is not killed before it has done one. */
  steps: () => Promise<number>;
}

/** Runs one worker after the other, each killed with `kill -9` at some moment of its work. Answers how many were. */
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
    await plan.lost?.hand();
  }
  return killed;
}

async function isUnderWay({ caller, jobId }: KillPlan): Promise<boolean> {
  const { state } = await caller.poll(jobId);
  return state === 'waiting' || state === 'active';
}
