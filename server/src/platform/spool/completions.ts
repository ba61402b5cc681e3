import { isFinal } from '#platform/db';
import type { Logger } from '#platform/log';
import type { ClaimEnding, LiveClaim } from './claim.ts';
import type { Dispatch, Wait } from './dispatch.ts';

type Failure = { readonly failed: true };

/** Writes the endings of claims; those that arrive while a statement runs share the next one. */
export interface Completions {
  close(claim: LiveClaim, ending: ClaimEnding | Failure): void;
  /** Stops trying. */
  abandon(): void;
}

interface PendingEnding {
  claim: LiveClaim;
  wait: Wait | null;
}

const maxAtOnce = 1_000;
const retryMs = 500;
/** After a handler threw, by the number of claims so far; the fifth is the last before the row counts as poison. */
const failureSeconds = [5, 30, 120, 600, 600] as const;

/** `onClosed` is called with every claim whose ending is durable, or was refused because another worker has the row. */
export function makeCompletions(dispatch: Dispatch, log: Logger, onClosed: (claim: LiveClaim) => void): Completions {
  const waiting: PendingEnding[] = [];
  let isWriting = false;
  let isAbandoned = false;

  async function write(): Promise<void> {
    isWriting = true;
    await new Promise((resolve) => setImmediate(resolve)); // Why: handlers that end in the same moment share a statement
    while (waiting.length > 0 && !isAbandoned) await writeOrRetry(waiting.splice(0, maxAtOnce).toSorted(byKey));
    isWriting = false;
  }

  async function writeOrRetry(batch: readonly PendingEnding[]): Promise<void> {
    try {
      const refused = await writeBatch(dispatch, batch);
      if (refused > 0) log.warn({ rows: refused }, 'claims had been taken over by another worker');
      for (const { claim } of batch) onClosed(claim);
    } catch (error) {
      log.error({ error, claims: batch.length }, 'spool could not end claims');
      if (isFinal(error)) return isolate(batch);
      // The claims stay held and renewed. If the lost reply was a success, the repeat is refused and nothing happens twice.
      waiting.unshift(...batch);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  /** The database permanently refuses the statement: one row must not block the others. Its own lease then lapses. */
  async function isolate(batch: readonly PendingEnding[]): Promise<void> {
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
      if (!isWriting) write().catch((error: unknown) => log.error({ error }, 'spool completions failed'));
    },
  };
}

async function writeBatch(dispatch: Dispatch, batch: readonly PendingEnding[]): Promise<number> {
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

function waitOf(claim: LiveClaim, ending: Exclude<ClaimEnding, 'ended'> | Failure): Wait | null {
  if (ending === 'done') return null;
  if (ending === 'released') return { untilAt: null, afterSeconds: 0, keepsCount: false };
  if ('dueAt' in ending) return { untilAt: ending.dueAt.getTime() * 1_000, afterSeconds: null, keepsCount: false };
  if ('afterSeconds' in ending) return { untilAt: null, afterSeconds: ending.afterSeconds, keepsCount: false };
  const afterSeconds = failureSeconds[Math.min(claim.claims, failureSeconds.length) - 1] ?? 600;
  return { untilAt: null, afterSeconds, keepsCount: true };
}

const byKey = ({ claim: a }: PendingEnding, { claim: b }: PendingEnding): number =>
  a.projectId === b.projectId ? (a.id < b.id ? -1 : 1) : a.projectId < b.projectId ? -1 : 1;
