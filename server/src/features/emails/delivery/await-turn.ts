import { setTimeout as delay } from 'node:timers/promises';
import type { Handling } from './handling.ts';
import type { PaceKey } from './pace.ts';
import type { DeliveryTools } from './tools.ts';

/** A slot is not held longer than this for a project's own rate; other projects want it. */
const projectPatienceSeconds = 0.25;
/** Nor for the installation's, so that a stop is quick; nobody else could use it meanwhile. */
const sharedPatienceSeconds = 2;
const longestDelaySeconds = 600;

/** Waits for this mail's turn under the rates of its project, the installation and the relay. Seconds to postpone it, or 0. */
export async function awaitTurn({ ctx, claim, mail, tools }: Handling): Promise<number> {
  if (mail.isTest) return 0;
  const { sendRate } = mail.project;
  if (sendRate !== null) {
    const key = { bucket: `project:${ctx.projectId}`, ratePerSecond: sendRate };
    const wait = await taken(tools, key, projectPatienceSeconds, claim.signal);
    if (wait > 0) return Math.min(longestDelaySeconds, tools.backlog.next(key.bucket, wait, sendRate));
  }
  for (const key of [...tools.sharedRates, ...relayRate(tools)]) {
    const wait = await taken(tools, key, sharedPatienceSeconds, claim.signal);
    if (wait > 0) return Math.min(longestDelaySeconds, wait);
  }
  return 0;
}

/** The rate of the relay that will be tried first. */
function relayRate({ relays }: DeliveryTools): PaceKey[] {
  const relay = relays.first;
  if (!relay || relay.ratePerSecond === null) return [];
  return [{ bucket: `relay:${relay.name}`, ratePerSecond: relay.ratePerSecond }];
}

async function taken(
  { pace }: DeliveryTools,
  key: PaceKey,
  patienceSeconds: number,
  signal: AbortSignal,
): Promise<number> {
  const end = performance.now() + patienceSeconds * 1_000;
  for (;;) {
    const wait = await pace.take(key);
    if (wait === 0 || signal.aborted || performance.now() + wait * 1_000 > end) return wait;
    await delay(wait * 1_000, undefined, { signal }).catch(() => {}); // stopping: the caller looks at the signal
  }
}
