import { setTimeout as delay } from 'node:timers/promises';
import { inBatches } from '#platform/batches';
import type { ProjectContext } from '#platform/context';
import { isDatabaseInTrouble, isFinal, isProjectClosed } from '#platform/db';
import { crashPoint } from '#platform/faults';
import type { SentEntry, SentLog, SentStep } from '#platform/sent-log';
import { storeChannels } from './channel.ts';
import { priorityOf } from './lanes.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { recordResults } from './record-results.ts';
import type { DeliveryResult } from './result.ts';

interface QueuedResult {
  readonly ctx: ProjectContext;
  readonly result: DeliveryResult;
}

/** Records the results of handlers: those of one project that come at the same time share a transaction. */
export interface ResultWriter {
  /** Resolves when the result is durable: true if it counted. Rejects only when the database refuses it permanently. */
  record(ctx: ProjectContext, result: DeliveryResult): Promise<boolean>;
  /**
   * Results that wait because the database is in trouble. Invariant: while there are any, nothing new is handed over, or
   * every mail of a backlog would end in doubt.
   */
  readonly stuck: number;
  /** Stops trying again. */
  abandon(): void;
}

const maxAtOnce = 100;
const gatherMs = 5;
const [firstPauseMs, longestPauseMs] = [300, 5_000];

export function makeResultWriter(
  metrics: Pick<DeliveryMetrics, 'countBatch'>,
  sentLog: Pick<SentLog, 'append'>,
): ResultWriter {
  const stopping = new AbortController();
  let stuck = 0;

  /**
   * Tries until the database has the results or `endsOn` returns true.
   * Why without a limit: only this process knows the result of the hand-over.
   */
  async function write(
    queued: readonly QueuedResult[],
    endsOn: (error: unknown) => boolean,
  ): Promise<readonly boolean[]> {
    const [first] = queued;
    if (!first) return [];
    let isStuck = false;
    try {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
        try {
          return await writeOnce(first.ctx, queued);
        } catch (error) {
          if (isProjectClosed(error)) throw error; // the records are being erased
          first.ctx.log.error({ error, mails: queued.length }, 'results could not be recorded');
          if (stopping.signal.aborted || endsOn(error)) throw error;
          if (!isStuck && isDatabaseInTrouble(error)) isStuck = noteStuck(first.ctx, queued.length);
          await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {}); // the next try is the last
        }
      }
    } finally {
      if (isStuck) noteMoving(first.ctx, queued.length);
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

  /** Null for each when the batch cannot be written as a whole: one bad result must not block the others. */
  const batches = inBatches<QueuedResult, boolean | null>({
    keyOf: ({ ctx, result }) => ctx.projectId + priorityOf(result.claim),
    max: maxAtOnce,
    gatherMs,
    async run(queued) {
      metrics.countBatch('result', queued.length);
      let isRefused = false;
      const endsOn = (error: unknown): boolean => {
        isRefused = !isDatabaseInTrouble(error);
        return isRefused;
      };
      return write(queued, endsOn).catch((error: unknown) => {
        if (!isRefused) throw error;
        return queued.map(() => null);
      });
    },
  });
  return {
    async record(ctx, result) {
      // Invariant: the log has the line before the database has the result, so whatever a restored database knows less is in the log.
      // Why before the batch: a batch waits while the database is away.
      await sentLog.append(sentLinesOf({ ctx, result }));
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

/** Whether the mail has left, where this result says so. An attempt whose answer is not known has no line. */
function sentLinesOf({ ctx, result }: QueuedResult): (SentEntry | SentStep)[] {
  const { mail, entry, effect, gatedAs } = result;
  if (mail.isTest) return [];
  const ids = { project: ctx.projectId, email: mail.id };
  const notLeft = (attempt: number): SentStep[] => [
    { at: new Date().toISOString(), ...ids, attempt, state: 'not-left' },
  ];
  if (effect.kind === 'withdrawn') return effect.passedAs === null ? [] : notLeft(effect.passedAs);
  switch (entry?.outcome) {
    case 'ACCEPTED': {
      const at = (entry.facts.repliedAt ?? new Date()).toISOString();
      return [{ at, ...ids, attempt: entry.attempt, type: mail.type }];
    }
    case 'DEFERRED':
    case 'REJECTED':
      return gatedAs === null ? [] : notLeft(gatedAs);
    case 'UNKNOWN':
    case undefined:
      return [];
  }
}

async function writeOnce(ctx: ProjectContext, queued: readonly QueuedResult[]): Promise<readonly boolean[]> {
  await crashPoint('delivery.recording');
  const results = queued.map(({ result }) => result);
  await storeChannels(ctx, results);
  const counted = await ctx.transaction((tx) => recordResults(tx, results));
  await crashPoint('delivery.recorded');
  return counted;
}
