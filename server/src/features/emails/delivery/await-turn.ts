import { setTimeout as delay } from 'node:timers/promises';
import type { ClaimedMail } from './claimed-mail.ts';
import type { PaceKey } from './pace.ts';
import type { DeliveryTools } from './tools.ts';

/** Longest wait of a slot for the rate of a project; other projects need the slot. */
const projectWaitSeconds = 0.25;
/** Longest wait for a shared rate, so that a stop is quick; no other mail could use the slot meanwhile. */
const sharedWaitSeconds = 2;
const longestDelaySeconds = 600;
const [shortestRelayWait, longestRelayWait] = [20, 60];

/** Takes a token from the rates of project, installation and relay, waiting shortly. Returns seconds to postpone the mail, or 0. */
export async function awaitTurn({ ctx, claim, mail, tools }: ClaimedMail): Promise<number> {
  if (mail.isTest) return 0;
  const { sendRate } = mail.project;
  if (sendRate !== null) {
    const key = { bucket: `project:${ctx.projectId}`, ratePerSecond: sendRate };
    const wait = await takeToken(tools, key, projectWaitSeconds, claim.signal);
    if (wait > 0) return Math.min(longestDelaySeconds, tools.backlog.next(key.bucket, wait, sendRate));
  }
  for (const key of [...tools.sharedRates, ...relayRate(tools)]) {
    const wait = await takeToken(tools, key, sharedWaitSeconds, claim.signal);
    if (wait > 0) return Math.min(longestDelaySeconds, wait);
  }
  return 0;
}

/** Every relay is known to be down: nothing was tried, so no attempt is counted. */
export const relayDown = (): { readonly afterSeconds: number } => ({
  afterSeconds: shortestRelayWait + Math.random() * (longestRelayWait - shortestRelayWait),
});

/** The rate of the relay that is tried first. */
function relayRate({ relays }: DeliveryTools): PaceKey[] {
  const relay = relays.first;
  if (!relay || relay.ratePerSecond === null) return [];
  return [{ bucket: `relay:${relay.name}`, ratePerSecond: relay.ratePerSecond }];
}

async function takeToken(
  { pace }: DeliveryTools,
  key: PaceKey,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<number> {
  const end = performance.now() + waitSeconds * 1_000;
  for (;;) {
    const wait = await pace.take(key);
    if (wait === 0 || signal.aborted || performance.now() + wait * 1_000 > end) return wait;
    await delay(wait * 1_000, undefined, { signal }).catch(() => {}); // stopping: the caller looks at the signal
  }
}
