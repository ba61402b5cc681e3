import { setTimeout as delay } from 'node:timers/promises';
import type { InstanceContext } from '#platform/context';
import { serverStart, whenNotPaused } from '#platform/worker-pause';
import { pauseIfBehind } from './pause-if-behind.ts';

/** Whether this worker may send on the server that it is connected to, which another one may have replaced meanwhile. */
export interface ServerWatch {
  /** The server that was compared with the sent log; null when there is no log to compare it with. */
  readonly knownStart: string | null;
  /** Compared, and not paused: mail may be claimed. */
  readonly maySend: boolean;
  /** The gate has seen a pause or another server: nothing is claimed until that is settled. */
  look(): void;
}

const tryAgainMs = 1_000;

export function watchServer(ctx: InstanceContext): ServerWatch {
  const hasLog = ctx.config.SENT_LOG !== null;
  let knownStart: string | null = null;
  let looking: Promise<void> | null = null;

  async function compare(): Promise<void> {
    while (!ctx.stopping.aborted) {
      try {
        const start = hasLog ? await serverStart(ctx) : null;
        await pauseIfBehind(ctx);
        if (await whenNotPaused(ctx)) knownStart = start;
        return;
      } catch (error) {
        ctx.log.warn({ error }, 'the database could not be compared with the sent log, tries again');
        await delay(tryAgainMs, undefined, { signal: ctx.stopping }).catch(() => {});
      }
    }
  }

  const look = (): void => {
    looking ??= compare().finally(() => {
      looking = null;
    });
  };
  if (hasLog) look();
  return {
    get knownStart() {
      return knownStart;
    },
    get maySend() {
      return looking === null;
    },
    look,
  };
}
