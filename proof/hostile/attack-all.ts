import type { HostileRun } from './hostile-run.ts';
import { tryRequest, waitProblems } from './try-request.ts';

/** One hostile request. `send` returns the status; zero stands for an end without a reply. */
export interface HostileRequest {
  readonly name: string;
  send(): Promise<number>;
}

/** What a route, or a part of it, did under every attack. */
export interface AttackReport {
  readonly requests: number;
  readonly longestWaitMs: number;
  readonly processorMs: number;
  readonly grownBytes: number;
  /** The attack during which it held most memory. */
  readonly largest: string;
  readonly failures: readonly string[];
}

const maxGrownBytes = 150 * 1_048_576;

/** Sends one after the other and measures. Ends with an error when the process has ended. */
export async function attackAll(
  run: HostileRun,
  hostileRequests: AsyncIterable<HostileRequest> | Iterable<HostileRequest>,
): Promise<AttackReport> {
  const { victim } = run;
  const failures: string[] = [];
  let [requests, longestWaitMs, processorMs, grownBytes] = [0, 0, 0, 0];
  let largest = '';
  await run.resetRateLimits();
  const { rssBytes } = await victim.read('gc');
  victim.peakBytes();
  for await (const { name, send } of hostileRequests) {
    const trial = await tryRequest(run, send);
    requests += 1;
    longestWaitMs = Math.max(longestWaitMs, trial.waitMs);
    processorMs = Math.max(processorMs, trial.processorMs);
    if (trial.status >= 500) failures.push(`${name}: ${trial.status}`);
    if (trial.status === 0) failures.push(`${name}: no reply`);
    for (const problem of waitProblems(trial)) failures.push(`${name}: ${problem}`);
    if (victim.hasEnded) throw new Error(`${name}: the process has ended`);
    const grown = victim.peakBytes() - rssBytes;
    if (grown > grownBytes) [grownBytes, largest] = [grown, name];
  }
  if (grownBytes > maxGrownBytes) {
    failures.push(`memory grew by ${Math.round(grownBytes / 1_048_576)} MB (${largest})`);
  }
  return { requests, longestWaitMs, processorMs, grownBytes, largest, failures };
}
