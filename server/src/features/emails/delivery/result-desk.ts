import { setTimeout as delay } from 'node:timers/promises';
import type { ProjectContext } from '#platform/context';
import { isDatabaseInTrouble, isFinal } from '#platform/db';
import { crashPoint } from '#platform/faults';
import { inBatches } from './in-batches.ts';
import { lineOf } from './lanes.ts';
import { recordResults } from './record-results.ts';
import type { Result } from './result.ts';

interface Handed {
  readonly ctx: ProjectContext;
  readonly result: Result;
}

/** Where handlers leave results: those of one project that come together are recorded together. */
export interface ResultDesk {
  /** Settles when the result is durable: true if it counted. Rejects only when the database refuses it for good. */
  record(ctx: ProjectContext, result: Result): Promise<boolean>;
  /**
   * Results that wait because the database is in trouble. Invariant: while there are any, nothing new is handed over, or
   * every mail of a backlog would end in doubt.
   */
  readonly stuck: number;
  /** Stops trying again. */
  abandon(): void;
}

const mostAtOnce = 100;
const [firstPauseMs, longestPauseMs] = [300, 5_000];

export function makeResultDesk(): ResultDesk {
  const stopping = new AbortController();
  let stuck = 0;

  /**
   * Tries until the database has it or `endsOn` says that trying is over.
   * Why for ever: the truth about a hand-over is here and nowhere else.
   */
  async function write(handed: readonly Handed[], endsOn: (error: unknown) => boolean): Promise<readonly boolean[]> {
    const [first] = handed;
    if (!first) return [];
    let isStuck = false;
    try {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
        try {
          return await writeOnce(first.ctx, handed);
        } catch (error) {
          first.ctx.log.error({ error, mails: handed.length }, 'results could not be recorded');
          if (stopping.signal.aborted || endsOn(error)) throw error;
          if (!isStuck && isDatabaseInTrouble(error)) isStuck = noteStuck(first.ctx, handed.length);
          await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {}); // the next try is the last
        }
      }
    } finally {
      if (isStuck) noteMoving(first.ctx, handed.length);
    }
  }

  function noteStuck(ctx: ProjectContext, results: number): true {
    if (stuck === 0) ctx.log.error({}, 'no mail is handed over until results can be recorded');
    stuck += results;
    return true;
  }

  function noteMoving(ctx: ProjectContext, results: number): void {
    stuck -= results;
    if (stuck === 0 && !stopping.signal.aborted) ctx.log.info({}, 'results are recorded again');
  }

  /** Null for each when the batch cannot be written as it is: one result must not keep the others. */
  const batches = inBatches<Handed, boolean | null>({
    keyOf: ({ ctx, result }) => ctx.projectId + lineOf(result.claim),
    most: mostAtOnce,
    async run(handed) {
      let isRefused = false;
      const endsOn = (error: unknown): boolean => {
        isRefused = !isDatabaseInTrouble(error);
        return isRefused;
      };
      return write(handed, endsOn).catch((error: unknown) => {
        if (!isRefused) throw error;
        return handed.map(() => null);
      });
    },
  });
  return {
    async record(ctx, result) {
      const counted = await batches.add({ ctx, result });
      if (counted !== null) return counted;
      const [alone = false] = await write([{ ctx, result }], isFinal);
      return alone;
    },
    get stuck() {
      return stuck;
    },
    abandon: () => stopping.abort(),
  };
}

async function writeOnce(ctx: ProjectContext, handed: readonly Handed[]): Promise<readonly boolean[]> {
  await crashPoint('delivery.recording');
  const results = handed.map(({ result }) => result);
  const counted = await ctx.transaction((tx) => recordResults(tx, results));
  await crashPoint('delivery.recorded');
  return counted;
}
