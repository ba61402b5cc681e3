import { type ProjectContext, projectContext, type Services } from '#platform/context';
import { isOutage, isProjectClosed } from '#platform/db';
import type { ClaimEnding, LiveClaim } from './claim.ts';
import type { Completions } from './completions.ts';
import type { SpoolDefinition, WorkerResources } from './define-spool.ts';
import { makeYieldPolicy, maxStartDelayMs, type YieldPolicy } from './yield-policy.ts';

/** Passes claimed rows to the handler, no more of them at once than the definition allows. */
export interface Runner {
  run(claims: readonly LiveClaim[]): void;
  /** Releases claims that no handler has begun. */
  releaseWaiting(): void;
}

/** Claims without success before a row counts as poison. Fewer would hit good rows when workers die at random. */
const poisonAfter = 5;

const soon = (): ClaimEnding => ({ afterSeconds: 1 + 4 * Math.random() });

/** Claims of one project for one call of the handler. */
interface Batch {
  readonly lane: number;
  readonly ctx: ProjectContext;
  readonly claims: readonly LiveClaim[];
}

export function makeRunner(
  services: Services,
  spool: SpoolDefinition,
  resources: WorkerResources,
  completions: Completions,
  yieldPolicy: YieldPolicy = makeYieldPolicy(spool),
): Runner {
  const waiting = spool.lanes.map((): Batch[] => []);
  let running = 0;
  let again: NodeJS.Timeout | undefined;

  /** Starts waiting batches, most urgent lane first, as far as the lane may start one. */
  function next(): void {
    for (const [lane, batches] of waiting.entries()) {
      while (running < spool.parallel && batches.length > 0 && yieldPolicy.mayStart(lane)) {
        const batch = batches.shift();
        if (batch) begin(batch);
      }
    }
    // Why: the row that a lane yields to may hang for a minute, and then nothing ends that would call this again.
    if (again === undefined && waiting.some((batches) => batches.length > 0))
      again = setTimeout(nextAgain, maxStartDelayMs).unref();
  }

  function nextAgain(): void {
    again = undefined;
    next();
  }

  function begin(batch: Batch): void {
    const ended = (): void => {
      running -= 1;
      yieldPolicy.ended(batch.lane);
      next();
    };
    running += 1;
    yieldPolicy.began(batch.lane);
    runBatch(batch).then(ended, ended);
  }

  async function runBatch({ ctx, claims }: Batch): Promise<void> {
    const [first] = claims;
    if (!first) return;
    try {
      const isPoison = first.claims > poisonAfter;
      const endings = isPoison ? await spool.onPoison(ctx, first, resources) : await spool.run(ctx, claims, resources);
      const each = claims.map((claim, index) => ({ claim, ending: endingOf(endings, index) }));
      for (const { claim, ending } of each) completions.close(claim, ending);
    } catch (error) {
      // Why: the row is about to be erased with its project. One that is kept is done after the reset.
      if (isProjectClosed(error)) {
        for (const claim of claims) completions.close(claim, soon());
        return;
      }
      const ids = claims.slice(0, 10).map((claim) => claim.id);
      ctx.log.error({ error, ids, claims: first.claims }, 'spool handler failed');
      // Why: an outage of the database is no fault of the row, and no step towards poison.
      for (const claim of claims) completions.close(claim, isOutage(error) ? soon() : { failed: true });
    }
  }

  return {
    run(claims) {
      const lane = claims[0]?.laneNumber ?? 0; // claims come by lane
      for (const [projectId, own] of Map.groupBy(claims, (claim) => claim.projectId)) {
        const ctx = projectContext(services, projectId, services.log.child({ spool: spool.name, projectId }));
        for (const batch of batchesOf(spool, own)) waiting[lane]?.push({ lane, ctx, claims: batch });
      }
      next();
    },
    releaseWaiting() {
      const given = waiting.flatMap((batches) => batches.splice(0)).flatMap(({ claims }) => claims);
      for (const claim of given) completions.close(claim, 'released');
    },
  };
}

/** Together for a batch handler; a row that may be poison always alone. */
function batchesOf(spool: SpoolDefinition, claims: readonly LiveClaim[]): readonly (readonly LiveClaim[])[] {
  if (!spool.isBatched) return claims.map((claim) => [claim]);
  const healthy = claims.filter((claim) => !isSuspect(claim));
  const alone = claims.filter(isSuspect).map((claim) => [claim]);
  return healthy.length > 0 ? [healthy, ...alone] : alone;
}

// Why: a failed batch counts for all its rows; run alone from the second time on, only the cause fails again.
const isSuspect = (claim: LiveClaim): boolean => claim.claims > 1;

const isList = (endings: ClaimEnding | readonly ClaimEnding[]): endings is readonly ClaimEnding[] =>
  Array.isArray(endings);

function endingOf(endings: ClaimEnding | readonly ClaimEnding[], index: number): ClaimEnding {
  const ending = isList(endings) ? endings[index] : endings;
  if (ending === undefined) throw new Error('a batch gives one ending for each claim');
  if (typeof ending === 'object' && !Number.isFinite(delayOf(ending))) throw new Error('an ending names no moment');
  return ending;
}

const delayOf = (ending: Exclude<ClaimEnding, string>): number =>
  'dueAt' in ending ? ending.dueAt.getTime() : ending.afterSeconds;
