import type { Cellar, ProjectContext } from '#platform/context';
import { projectContext } from '#platform/context';
import type { Ending, LiveClaim } from './claim.ts';
import type { Closer } from './closer.ts';
import type { Equipment, SpoolDefinition } from './define-spool.ts';

/** Hands claimed rows to the handler, no more of them at once than the definition allows. */
export interface Runner {
  run(claims: readonly LiveClaim[]): void;
  /** Gives back what no handler has begun. */
  releaseWaiting(): void;
}

/** Claims without a good end before a row counts as poison. Fewer would hit innocents when workers die at random. */
const poisonAfter = 5;

/** Claims of one project for one call of the handler. */
interface Batch {
  readonly ctx: ProjectContext;
  readonly claims: readonly LiveClaim[];
}

export function makeRunner(cellar: Cellar, spool: SpoolDefinition, tools: Equipment, closer: Closer): Runner {
  const waiting: Batch[] = [];
  let running = 0;

  function next(): void {
    while (running < spool.parallel) {
      const batch = waiting.shift();
      if (!batch) return;
      running += 1;
      const ended = (): void => {
        running -= 1;
        next();
      };
      runBatch(batch).then(ended, ended);
    }
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
      for (const claim of claims) closer.close(claim, { failed: true });
    }
  }

  return {
    run(claims) {
      for (const [projectId, own] of Map.groupBy(claims, (claim) => claim.projectId)) {
        const ctx = projectContext(cellar, projectId, cellar.log.child({ spool: spool.name, projectId }));
        for (const batch of batchesOf(spool, own)) waiting.push({ ctx, claims: batch });
      }
      next();
    },
    releaseWaiting() {
      for (const { claims } of waiting.splice(0)) for (const claim of claims) closer.close(claim, 'released');
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
