import { randomUUID } from 'node:crypto';
import type { Cellar, ProjectId } from '#platform/context';
import { instanceContext } from '#platform/context';
import type { Database } from '#platform/db';
import { makeBell } from './bell.ts';
import { LiveClaim } from './claim.ts';
import { makeCloser } from './closer.ts';
import type { SpoolDefinition } from './define-spool.ts';
import { dispatchOf } from './dispatch.ts';
import { makeFinder } from './finder.ts';
import { makeHands } from './hands.ts';
import { reapLapsed, renewLeases } from './leases.ts';
import { repeat } from './repeat.ts';
import { makeRotation } from './rotation.ts';
import { makeRunner } from './runner.ts';

export interface SpoolPace {
  /** The longest sleep of an idle spool, asked each time: it may be long while whoever makes rows is heard. */
  longestPauseMs(): number;
  readonly sweepSeconds: number;
}

export interface RunningSpool {
  wake(): void;
  /** Claims no more, tells handlers, waits for them. Whatever still runs after that long is left to its lease. */
  stop(withinMs: number): Promise<void>;
}

const mostPerClaim = 500;
const shortestPauseMs = 10;
const errorPauseMs = 1_000;
const heldUpPauseMs = 250;

/** Works one spool in this process. */
export function workSpool(cellar: Cellar, database: Database, spool: SpoolDefinition, pace: SpoolPace): RunningSpool {
  const log = cellar.log.child({ spool: spool.name });
  const dispatch = dispatchOf(database, spool.table);
  const bell = makeBell();
  const rotations = spool.lanes.map(() => makeRotation());
  const hasRows = (lane: number): boolean => (rotations[lane]?.size ?? 0) > 0;
  const hands = makeHands(spool, () => bell.ring(), hasRows);
  const closer = makeCloser(dispatch, log, (claim) => hands.drop(claim));
  const leaseSeconds = spool.leaseSeconds(cellar.config);
  const tools = spool.equip(instanceContext(cellar, log));
  const runner = makeRunner(cellar, spool, tools, closer);
  const finder = makeFinder(dispatch, rotations);
  const lanes = spool.lanes.map((name, number) => ({ name, number, rotation: rotations[number] ?? makeRotation() }));
  let isStopping = false;
  let pauseMs = shortestPauseMs;

  async function turn(): Promise<number> {
    if (tools.mayClaim?.() === false) return heldUpPauseMs;
    try {
      if (lanes.some(({ number }) => hands.free(number) > 0) && finder.isDue()) await finder.look();
      let taken = 0;
      for (const lane of lanes) taken += await claimFrom(lane);
      return pauseAfter(taken);
    } catch (error) {
      log.error({ error }, 'spool could not claim, tries again');
      return errorPauseMs;
    }
  }

  async function claimFrom({ name, number, rotation }: (typeof lanes)[number]): Promise<number> {
    const limit = Math.min(hands.worthClaiming(number), mostPerClaim);
    if (limit === 0 || rotation.size === 0 || isStopping) return 0;
    const places = rotation.next(limit, spool.share);
    const [fence, freshAt] = [randomUUID(), performance.now()];
    const rows = await dispatch
      .claim(number, places.places, places.share, fence, leaseSeconds)
      .catch((error: unknown) => {
        rotation.putBack(places);
        throw error;
      });
    rotation.settle(places, rows);
    const claims = rows.map((row) => {
      const projectId = row.projectId as ProjectId; // the function returns the project of a tenant row
      return new LiveClaim({ ...row, projectId, table: spool.table, fence, lane: name, laneNumber: number, freshAt });
    });
    for (const claim of claims) hands.hold(claim);
    setImmediate(begin, claims); // Why: the next claim is on its way before handlers take the processor
    return claims.length;
  }

  function begin(claims: readonly LiveClaim[]): void {
    if (isStopping) for (const claim of claims) closer.close(claim, 'released');
    else runner.run(claims);
  }

  /** Goes on at once while there is room and work; else sleeps a little, longer and longer while nothing is due. */
  function pauseAfter(taken: number): number {
    const open = lanes.filter(({ rotation }) => rotation.size > 0);
    if (open.length > 0) pauseMs = shortestPauseMs;
    if (open.some(({ number }) => hands.free(number) >= Math.max(1, spool.slots / 4))) return 0;
    if (taken > 0 || open.length > 0) return shortestPauseMs;
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
    await hands.whenEmpty();
  }

  const claiming = repeat(turn, { bell });
  const sweeping = repeat(sweep, { firstPauseMs: pace.sweepSeconds * 1_000 });
  const renewing = renewLeases(dispatch, hands, leaseSeconds, log);
  const reaping = reapLapsed(dispatch, leaseSeconds, log);

  return {
    wake() {
      pauseMs = shortestPauseMs;
      finder.hurry();
      bell.ring();
    },
    async stop(withinMs) {
      isStopping = true;
      runner.releaseWaiting();
      for (const claim of hands.held) claim.abort('draining');
      await Promise.race([drain(), new Promise((resolve) => setTimeout(resolve, withinMs).unref())]);
      closer.abandon();
      await renewing.stop();
      await tools.close();
      if (hands.held.size > 0)
        log.warn({ rows: hands.held.size }, 'stopped with rows in hand, their leases will lapse');
    },
  };
}
