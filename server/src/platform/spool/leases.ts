import type { Logger } from '#platform/log';
import type { Dispatch, Micros } from './dispatch.ts';
import type { Hands } from './hands.ts';
import type { Repeated } from './repeat.ts';
import { repeat } from './repeat.ts';

const mostAtOnce = 1_000;
const retryMs = 1_000;
/** A row that was locked when its lease lapsed is seen again by the following rounds; this far back they look. */
const lookBackMicros = 120_000_000;
const fullEvery = 20;

/** Prolongs the lease of every held claim each third of its length; claims that others have taken are told so. */
export function renewLeases(dispatch: Dispatch, hands: Hands, leaseSeconds: number, log: Logger): Repeated {
  const period = (leaseSeconds * 1_000) / 3;
  return repeat(
    async () => {
      try {
        await renewOlderThan(performance.now() - period / 2);
        return period;
      } catch (error) {
        log.error({ error }, 'spool could not renew leases, tries again');
        return Math.min(retryMs, period);
      }
    },
    { firstPauseMs: period },
  );

  async function renewOlderThan(moment: number): Promise<void> {
    const claims = [...hands.held].filter((claim) => claim.freshAt < moment);
    for (let start = 0; start < claims.length; start += mostAtOnce) {
      const some = claims.slice(start, start + mostAtOnce);
      const at = performance.now();
      const lost = new Set(await dispatch.renew(some, leaseSeconds));
      for (const [position, claim] of some.entries()) {
        if (lost.has(position)) claim.abort('lost');
        else claim.freshAt = at;
      }
    }
  }
}

/** Gives back rows whose lease has lapsed, each third of a lease; in one worker at a time. */
export function reapLapsed(dispatch: Dispatch, leaseSeconds: number, log: Logger): Repeated {
  const period = (leaseSeconds * 1_000) / 3;
  let fromAt: Micros = 0;
  let round = 0;
  return repeat(async () => {
    try {
      const { nowAt, reaped } = await dispatch.reap(round % fullEvery === 0 ? 0 : fromAt);
      if (reaped > 0) log.warn({ rows: reaped }, 'leases lapsed');
      if (reaped >= mostAtOnce) return 1;
      round += 1;
      // Why: under an old snapshot the entries of ended claims stay in the index; the reaper must not walk them all.
      if (reaped >= 0) fromAt = nowAt - lookBackMicros;
    } catch (error) {
      log.error({ error }, 'spool could not reap');
    }
    return period;
  });
}
