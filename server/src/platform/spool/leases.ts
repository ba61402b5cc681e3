import type { Logger } from '#platform/log';
import type { Dispatch, Micros } from './dispatch.ts';
import type { InFlight } from './in-flight.ts';
import { type Repetition, repeat } from './repeat.ts';

const maxAtOnce = 1_000;
const retryMs = 1_000;
/** How far back the rounds look, for rows that were locked when their lease lapsed. */
const lookBackMicros = 120_000_000;
const fullEvery = 20;

/** Renews the lease of every held claim each third of its length; claims that another worker has taken are aborted. */
export function renewLeases(dispatch: Dispatch, inFlight: InFlight, leaseSeconds: number, log: Logger): Repetition {
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
    const claims = [...inFlight.held].filter((claim) => claim.freshAt < moment);
    for (let start = 0; start < claims.length; start += maxAtOnce) {
      const some = claims.slice(start, start + maxAtOnce);
      const at = performance.now();
      const lost = new Set(await dispatch.renew(some, leaseSeconds));
      for (const [position, claim] of some.entries()) {
        if (lost.has(position)) claim.abort('lost');
        else claim.freshAt = at;
      }
    }
  }
}

/** Makes rows with a lapsed lease due again, each third of a lease; in one worker at a time. */
export function reapLapsed(dispatch: Dispatch, leaseSeconds: number, log: Logger): Repetition {
  const period = (leaseSeconds * 1_000) / 3;
  let fromAt: Micros = 0;
  let round = 0;
  return repeat(async () => {
    try {
      const { nowAt, reaped } = await dispatch.reap(round % fullEvery === 0 ? 0 : fromAt);
      if (reaped > 0) log.warn({ rows: reaped }, 'leases lapsed');
      if (reaped >= maxAtOnce) return 1;
      round += 1;
      // Why: while an old snapshot exists, index entries of ended claims remain; the reaper must not scan them all.
      if (reaped >= 0) fromAt = nowAt - lookBackMicros;
    } catch (error) {
      log.error({ error }, 'spool could not reap');
    }
    return period;
  });
}
