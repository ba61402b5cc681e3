import type { Cellar, ProjectContext } from '#platform/context';
import { projectContext } from '#platform/context';
import { isOutage } from '#platform/db';
import type { Ending, LiveClaim } from './claim.ts';
import type { Closer } from './closer.ts';
import type { Equipment, SpoolDefinition } from './define-spool.ts';
import type { Yielding } from './yielding.ts';
import { makeYielding } from './yielding.ts';

/** Hands claimed rows to the handler, no more of them at once than the definition allows. */
export interface Runner {
  run(claims: readonly LiveClaim[]): void;
  /** Gives back what no handler has begun. */
  releaseWaiting(): void;
}

/** Claims without a good end before a row counts as poison. Fewer would hit innocents when workers die at random. */
const poisonAfter = 5;

const soon = (): Ending => ({ afterSeconds: 1 + 4 * Math.random() });

/** Claims of one project for one call of the handler. */
interface Batch {
  readonly lane: number;
  readonly ctx: ProjectContext;
  readonly claims: readonly LiveClaim[];
}

export function makeRunner(
  cellar: Cellar,
  spool: SpoolDefinition,
  tools: Equipment,
  closer: Closer,
  yielding: Yielding = makeYielding(spool),
): Runner {
  const waiting = spool.lanes.map((): Batch[] => []);
  let running = 0;

  /** The most urgent first, as far as its lane may start one. */
  function next(): void {
    for (const [lane, batches] of waiting.entries()) {
      while (running < spool.parallel && batches.length > 0 && yielding.mayStart(lane)) {
        const batch = batches.shift();
        if (batch) begin(batch);
      }
    }
  }

  function begin(batch: Batch): void {
    const ended = (): void => {
      running -= 1;
      yielding.ended(batch.lane);
      next();
    };
    running += 1;
    yielding.began(batch.lane);
    runBatch(batch).then(ended, ended);
  }

  async function runBatch({ ctx, claims }: Batch): Promise<void> {
    const [first] = claims;
    if (!first) return;
    try {
      const isPoison = first.claims > poisonAfter;
      const endings = isPoison ? await spool.onPoison(ctx, first, tools) : await spool.run(ctx, claims, tools);
      const each = claims.map((claim, index) => ({ claim, ending: endingOf(endings, index) }));
      for (const { claim, ending } of each) closer.close(claim, ending);
    } catch (error) {
      const ids = claims.slice(0, 10).map((claim) => claim.id);
      ctx.log.error({ error, ids, claims: first.claims }, 'spool handler failed');
      // Why: an outage of the database is no fault of the row, and no step towards poison.
      for (const claim of claims) closer.close(claim, isOutage(error) ? soon() : { failed: true });
    }
  }

  return {
    run(claims) {
      const lane = claims[0]?.laneNumber ?? 0; // claims come by lane
      for (const [projectId, own] of Map.groupBy(claims, (claim) => claim.projectId)) {
        const ctx = projectContext(cellar, projectId, cellar.log.child({ spool: spool.name, projectId }));
        for (const batch of batchesOf(spool, own)) waiting[lane]?.push({ lane, ctx, claims: batch });
      }
      next();
    },
    releaseWaiting() {
      const given = waiting.flatMap((batches) => batches.splice(0)).flatMap(({ claims }) => claims);
      for (const claim of given) closer.close(claim, 'released');
    },
  };
}

/** Together where the handler wants it; a suspect of poison always alone. */
function batchesOf(spool: SpoolDefinition, claims: readonly LiveClaim[]): readonly (readonly LiveClaim[])[] {
  if (!spool.isBatched) return claims.map((claim) => [claim]);
  const healthy = claims.filter((claim) => !isSuspect(claim));
  const alone = claims.filter(isSuspect).map((claim) => [claim]);
  return healthy.length > 0 ? [healthy, ...alone] : alone;
}

// Why: a batch that fails or dies counts for all its rows; run alone from the second time on, only the guilty one fails.
const isSuspect = (claim: LiveClaim): boolean => claim.claims > 1;

const isList = (endings: Ending | readonly Ending[]): endings is readonly Ending[] => Array.isArray(endings);

function endingOf(endings: Ending | readonly Ending[], index: number): Ending {
  const ending = isList(endings) ? endings[index] : endings;
  if (ending === undefined) throw new Error('a batch gives one ending for each claim');
  if (typeof ending === 'object' && !Number.isFinite(delayOf(ending))) throw new Error('an ending names no moment');
  return ending;
}

const delayOf = (ending: Exclude<Ending, string>): number =>
  'dueAt' in ending ? ending.dueAt.getTime() : ending.afterSeconds;
