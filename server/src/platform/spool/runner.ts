import type { Cellar } from '#platform/context';
import { projectContext } from '#platform/context';
import type { Ending, LiveClaim } from './claim.ts';
import type { Closer } from './closer.ts';
import type { SpoolDefinition } from './define-spool.ts';

/** Hands claimed rows to the handler, no more of them at once than the definition allows. */
export interface Runner {
  run(claims: readonly LiveClaim[]): void;
  /** Gives back what no handler has begun. */
  releaseWaiting(): void;
}

/** Claims without a good end before a row counts as poison. Fewer would hit innocents when workers die at random. */
const poisonAfter = 5;

export function makeRunner(cellar: Cellar, spool: SpoolDefinition, closer: Closer): Runner {
  const waiting: (readonly LiveClaim[])[] = [];
  let running = 0;

  function next(): void {
    while (running < spool.parallel) {
      const batch = waiting.shift();
      if (!batch) return;
      running += 1;
      runBatch(batch)
        .finally(() => {
          running -= 1;
          next();
        })
        .catch((error: unknown) => cellar.log.error({ error, spool: spool.name }, 'spool runner failed'));
    }
  }

  async function runBatch(batch: readonly LiveClaim[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const log = cellar.log.child({ spool: spool.name, projectId: first.projectId });
    const ctx = projectContext(cellar, first.projectId, log);
    try {
      const endings = first.claims > poisonAfter ? await spool.onPoison(ctx, first) : await spool.run(ctx, batch);
      const each = batch.map((claim, index) => ({ claim, ending: endingOf(endings, index) }));
      for (const { claim, ending } of each) closer.close(claim, ending);
    } catch (error) {
      log.error(
        { error, ids: batch.slice(0, 10).map((claim) => claim.id), claims: first.claims },
        'spool handler failed',
      );
      for (const claim of batch) closer.close(claim, { failed: true });
    }
  }

  return {
    run(claims) {
      for (const batch of batchesOf(spool, claims)) waiting.push(batch);
      next();
    },
    releaseWaiting() {
      for (const claim of waiting.splice(0).flat()) closer.close(claim, 'released');
    },
  };
}

/** Rows of one project together where the handler wants it; a suspect of poison always alone. */
function batchesOf(spool: SpoolDefinition, claims: readonly LiveClaim[]): readonly (readonly LiveClaim[])[] {
  if (!spool.isBatched) return claims.map((claim) => [claim]);
  const [poisoned, healthy] = [claims.filter(isSuspect), claims.filter((claim) => !isSuspect(claim))];
  return [...Map.groupBy(healthy, (claim) => claim.projectId).values(), ...poisoned.map((claim) => [claim])];
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
