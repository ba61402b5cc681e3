import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../load/latencies.ts';
import { post } from './http-post.ts';
import type { HttpLoad } from './http-rate.ts';

export interface CallTimes {
  readonly p50: number;
  readonly p99: number;
}

/**
 * Milliseconds of calls that are due at fixed moments, `perSecond` of them, for the time of the load; its concurrency does not
 * count. A call's time counts from when it was due, so whatever keeps later calls waiting is charged with them.
 */
export async function callTimes(url: string, load: HttpLoad, perSecond: number): Promise<CallTimes> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < (load.milliseconds / 1_000) * perSecond; number += 1) {
    const dueAt = began + (number * 1_000) / perSecond;
    const aheadMs = dueAt - performance.now();
    if (aheadMs > 1) await wait(aheadMs);
    const call = post(url, agent, load.next());
    pending.push(call.then(() => void times.push(performance.now() - dueAt)));
  }
  await Promise.all(pending);
  agent.destroy();
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
