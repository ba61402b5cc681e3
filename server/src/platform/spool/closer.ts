import { isFinal } from '#platform/db';
import type { Logger } from '#platform/log';
import type { Ending, LiveClaim } from './claim.ts';
import type { Dispatch, Wait } from './dispatch.ts';

type Failure = { readonly failed: true };

/** Writes the endings of claims, all that have gathered while the last statement ran in the next one. */
export interface Closer {
  close(claim: LiveClaim, ending: Ending | Failure): void;
  /** Stops trying. */
  abandon(): void;
}

interface Waiting {
  claim: LiveClaim;
  wait: Wait | null;
}

const mostAtOnce = 1_000;
const retryMs = 500;
/** After a handler threw, by the number of claims so far; the fifth is the last before the row counts as poison. */
const failureSeconds = [5, 30, 120, 600, 600] as const;

/** `onClosed` hears every claim whose ending is durable, or was refused because another worker has the row. */
export function makeCloser(dispatch: Dispatch, log: Logger, onClosed: (claim: LiveClaim) => void): Closer {
  const waiting: Waiting[] = [];
  let isWriting = false;
  let isAbandoned = false;

  async function write(): Promise<void> {
    isWriting = true;
    await new Promise((resolve) => setImmediate(resolve)); // Why: handlers that end in the same moment share a statement
    while (waiting.length > 0 && !isAbandoned) await writeOrRetry(waiting.splice(0, mostAtOnce).toSorted(byKey));
    isWriting = false;
  }

  async function writeOrRetry(batch: readonly Waiting[]): Promise<void> {
    try {
      const refused = await writeBatch(dispatch, batch);
      if (refused > 0) log.warn({ rows: refused }, 'claims had been taken over by another worker');
      for (const { claim } of batch) onClosed(claim);
    } catch (error) {
      log.error({ error, claims: batch.length }, 'spool could not end claims');
      if (isFinal(error)) return isolate(batch);
      // The claims stay held and renewed. If the lost answer was a yes, the repeat is refused and nothing happens twice.
      waiting.unshift(...batch);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  /** The database refuses the statement for good: one row must not keep the others. Left alone, its lease lapses. */
  async function isolate(batch: readonly Waiting[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    const halves = batch.length > 1 ? [batch.slice(0, middle), batch.slice(middle)] : [];
    for (const half of halves) await writeOrRetry(half);
    if (halves.length === 0) for (const { claim } of batch) onClosed(claim);
  }

  return {
    abandon() {
      isAbandoned = true;
    },
    close(claim, ending) {
      if (ending === 'ended') return onClosed(claim);
      waiting.push({ claim, wait: waitOf(claim, ending) });
      if (!isWriting) write().catch((error: unknown) => log.error({ error }, 'spool closer failed'));
    },
  };
}

async function writeBatch(dispatch: Dispatch, batch: readonly Waiting[]): Promise<number> {
  const done = batch.filter(({ wait }) => wait === null).map(({ claim }) => claim);
  const later = batch.flatMap(({ claim, wait }) => (wait ? [{ claim, wait }] : []));
  const refused = await Promise.all([
    done.length > 0 ? dispatch.complete(done) : [],
    later.length > 0
      ? dispatch.postpone(
          later.map(({ claim }) => claim),
          later.map(({ wait }) => wait),
        )
      : [],
  ]);
  return refused.flat().length;
}

function waitOf(claim: LiveClaim, ending: Exclude<Ending, 'ended'> | Failure): Wait | null {
  if (ending === 'done') return null;
  if (ending === 'released') return { untilAt: null, afterSeconds: 0, countsOn: false };
  if ('dueAt' in ending) return { untilAt: ending.dueAt.getTime() * 1_000, afterSeconds: null, countsOn: false };
  if ('afterSeconds' in ending) return { untilAt: null, afterSeconds: ending.afterSeconds, countsOn: false };
  const afterSeconds = failureSeconds[Math.min(claim.claims, failureSeconds.length) - 1] ?? 600;
  return { untilAt: null, afterSeconds, countsOn: true };
}

const byKey = ({ claim: a }: Waiting, { claim: b }: Waiting): number =>
  a.projectId === b.projectId ? (a.id < b.id ? -1 : 1) : a.projectId < b.projectId ? -1 : 1;
