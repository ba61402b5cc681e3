import { setTimeout as delay } from 'node:timers/promises';
import type { ProjectContext } from '#platform/context';
import { isServerAnswer } from '#platform/db';
import { crashPoint } from '#platform/faults';
import { inBatches } from './in-batches.ts';
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
  /** Stops trying again. */
  abandon(): void;
}

const mostAtOnce = 100;
const retryMs = 300;

export function makeResultDesk(): ResultDesk {
  let isAbandoned = false;

  /** The truth about a hand-over is here and nowhere else, so it is tried until the database has it. */
  async function write(handed: readonly Handed[]): Promise<readonly boolean[]> {
    const ctx = handed[0]?.ctx;
    if (!ctx) return [];
    for (;;) {
      try {
        await crashPoint('delivery.recording');
        const results = handed.map(({ result }) => result);
        const counted = await ctx.transaction((tx) => recordResults(tx, results));
        await crashPoint('delivery.recorded');
        return counted;
      } catch (error) {
        ctx.log.error({ error, mails: handed.length }, 'results could not be recorded');
        if (isAbandoned) throw error;
        if (isServerAnswer(error)) return alone(handed, error);
        await delay(retryMs);
      }
    }
  }

  /** The database refuses the batch: one result must not keep the others. */
  async function alone(handed: readonly Handed[], error: unknown): Promise<readonly boolean[]> {
    if (handed.length === 1) throw error;
    const counted: boolean[] = [];
    for (const one of handed) {
      const [answer = false] = await write([one]).catch(() => [false]); // logged; its row comes back as a doubt
      counted.push(answer);
    }
    return counted;
  }

  const batches = inBatches<Handed, boolean>({
    keyOf: ({ ctx }) => ctx.projectId,
    most: mostAtOnce,
    run: write,
  });
  return {
    record: (ctx, result) => batches.add({ ctx, result }),
    abandon() {
      isAbandoned = true;
    },
  };
}
