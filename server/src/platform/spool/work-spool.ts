import { randomUUID } from 'node:crypto';
import { instanceContext, type ProjectId, type Services } from '#platform/context';
import type { Database } from '#platform/db';
import { LiveClaim } from './claim.ts';
import { makeCompletions } from './completions.ts';
import type { SpoolDefinition } from './define-spool.ts';
import { dispatchOf } from './dispatch.ts';
import { makeFinder } from './finder.ts';
import { makeInFlight } from './in-flight.ts';
import { reapLapsed, renewLeases } from './leases.ts';
import { repeat } from './repeat.ts';
import { makeRotation } from './rotation.ts';
import { makeRunner } from './runner.ts';
import { makeWakeSignal } from './wake-signal.ts';

export interface SpoolPace {
  /** The longest sleep of an idle spool, read each time: it may be long while wake calls are received. */
  longestPauseMs(): number;
  readonly sweepSeconds: number;
}

export interface RunningSpool {
  wake(): void;
  /** Claims no more, aborts the claims' signals, waits for the handlers. What still runs after that time is left to its lease. */
  stop(withinMs: number): Promise<void>;
}

const maxPerClaim = 500;
const minPauseMs = 10;
/** After a claim the next one waits as long, unless rows are known to wait: those that arrive meanwhile share it. */
const gatherMs = 20;
const errorPauseMs = 1_000;
const blockedPauseMs = 250;

/** Works one spool in this process. */
export function workSpool(
  services: Services,
  database: Database,
  spool: SpoolDefinition,
  pace: SpoolPace,
): RunningSpool {
  const log = services.log.child({ spool: spool.name });
  const claimSizes = services.metrics.sizes('spool_batch_rows', 'Rows that were claimed together, by spool.');
  const dispatch = dispatchOf(database, spool.table);
  const wakeSignal = makeWakeSignal();
  const rotations = spool.lanes.map(() => makeRotation());
  const hasRows = (lane: number): boolean => (rotations[lane]?.size ?? 0) > 0;
  const inFlight = makeInFlight(spool, () => wakeSignal.wake(), hasRows);
  const completions = makeCompletions(dispatch, log, (claim) => inFlight.drop(claim));
  const leaseSeconds = spool.leaseSeconds(services.config);
  const resources = spool.openResources(instanceContext(services, log));
  const runner = makeRunner(services, spool, resources, completions);
  const finder = makeFinder(dispatch, rotations);
  const lanes = spool.lanes.map((name, number) => ({ name, number, rotation: rotations[number] ?? makeRotation() }));
  let isStopping = false;
  let pauseMs = minPauseMs;
  let claimedAt = Number.NEGATIVE_INFINITY;

  async function turn(): Promise<number> {
    if (resources.mayClaim?.() === false) return blockedPauseMs;
    const early = claimedAt + gatherMs - performance.now();
    if (early > 0 && lanes.every(({ rotation }) => rotation.size === 0)) return early;
    try {
      if (lanes.some(({ number }) => inFlight.free(number) > 0) && finder.isDue()) await finder.look();
      let taken = 0;
      for (const lane of lanes) taken += await claimFrom(lane);
      if (taken > 0) claimedAt = performance.now();
      return pauseAfter(taken);
    } catch (error) {
      log.error({ error }, 'spool could not claim, tries again');
      return errorPauseMs;
    }
  }

  async function claimFrom({ name, number, rotation }: (typeof lanes)[number]): Promise<number> {
    const limit = Math.min(inFlight.worthClaiming(number), maxPerClaim);
    if (limit === 0 || rotation.size === 0 || isStopping) return 0;
    const claimable = rotation.next(limit, spool.share);
    const [fence, freshAt] = [randomUUID(), performance.now()];
    const rows = await dispatch
      .claim(number, claimable.positions, claimable.share, fence, leaseSeconds)
      .catch((error: unknown) => {
        rotation.putBack(claimable);
        throw error;
      });
    rotation.settle(claimable, rows);
    const claims = rows.map((row) => {
      const projectId = row.projectId as ProjectId; // the function returns the project of a tenant row
      return new LiveClaim({ ...row, projectId, table: spool.table, fence, lane: name, laneNumber: number, freshAt });
    });
    if (claims.length > 0) claimSizes.record(claims.length, { spool: spool.name });
    for (const claim of claims) inFlight.hold(claim);
    setImmediate(begin, claims); // Why: the next claim is sent before handlers use the processor
    return claims.length;
  }

  function begin(claims: readonly LiveClaim[]): void {
    if (isStopping) for (const claim of claims) completions.close(claim, 'released');
    else runner.run(claims);
  }

  /** Continues at once while there are free slots and work; else sleeps, longer and longer while nothing is due. */
  function pauseAfter(taken: number): number {
    const open = lanes.filter(({ rotation }) => rotation.size > 0);
    if (open.length > 0) pauseMs = minPauseMs;
    if (open.some(({ number }) => inFlight.free(number) >= Math.max(1, spool.slots / 4))) return 0;
    if (taken > 0 || open.length > 0) return minPauseMs;
    pauseMs = Math.min(pauseMs * 1.5, pace.longestPauseMs());
    return pauseMs;
  }

  async function sweep(): Promise<number> {
    const began = performance.now();
    await finder.sweep(() => isStopping).catch((error: unknown) => log.error({ error }, 'spool could not sweep'));
    return Math.max(pace.sweepSeconds * 1_000, 20 * (performance.now() - began));
  }

  async function drain(): Promise<void> {
    await Promise.all([claiming.stop(), sweeping.stop(), reaping.stop()]);
    await inFlight.whenEmpty();
  }

  const claiming = repeat(turn, { wakeSignal });
  const sweeping = repeat(sweep, { firstPauseMs: pace.sweepSeconds * 1_000 });
  const renewing = renewLeases(dispatch, inFlight, leaseSeconds, log);
  const reaping = reapLapsed(dispatch, leaseSeconds, log);

  return {
    wake() {
      pauseMs = minPauseMs;
      finder.lookSoon();
      wakeSignal.wake();
    },
    async stop(withinMs) {
      isStopping = true;
      runner.releaseWaiting();
      for (const claim of inFlight.held) claim.abort('draining');
      await Promise.race([drain(), new Promise((resolve) => setTimeout(resolve, withinMs).unref())]);
      completions.abandon();
      await renewing.stop();
      await resources.close();
      if (inFlight.held.size > 0)
        log.warn({ rows: inFlight.held.size }, 'stopped with rows in hand, their leases will lapse');
    },
  };
}
