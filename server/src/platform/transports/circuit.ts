import type { Health } from './transport.ts';

/**
 * Whether a relay is worth trying. Three failures in a row open it; a check that passes closes it again, on trial: the next
 * failure opens it at once and for longer, the next success ends the trial. A check may pass where mail does not.
 */
export interface Circuit {
  readonly isClosed: boolean;
  /** Milliseconds until the next check; 0 while closed. */
  readonly nextCheckMs: number;
  succeeded(): void;
  failed(reason: string): void;
  /** Ends the checks. */
  stop(): void;
}

export interface CircuitOptions {
  readonly check: () => Promise<Health>;
  readonly onChange: (isClosed: boolean, reason: string) => void;
  readonly firstPauseMs?: number;
}

const failuresToOpen = 3;
const longestPauseMs = 30_000;

export function makeCircuit({ check, onChange, firstPauseMs = 2_000 }: CircuitOptions): Circuit {
  let failures = 0;
  let checkAt: number | null = null;
  let pauseMs = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    checkAt = performance.now() + pauseMs;
    timer = setTimeout(() => void look().catch(() => {}), pauseMs); // look does not throw
    timer.unref();
  }

  async function look(): Promise<void> {
    const health = await check();
    if (checkAt === null) return; // mail got through meanwhile
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    if (!health.isWell) return schedule();
    failures = failuresToOpen - 1;
    close();
  }

  function close(): void {
    if (checkAt === null) return;
    clearTimeout(timer);
    checkAt = null;
    onChange(true, '');
  }

  return {
    get isClosed() {
      return checkAt === null;
    },
    get nextCheckMs() {
      return checkAt === null ? 0 : Math.max(0, checkAt - performance.now());
    },
    succeeded() {
      [failures, pauseMs] = [0, firstPauseMs];
      close();
    },
    failed(reason) {
      failures += 1;
      if (failures < failuresToOpen || checkAt !== null) return;
      onChange(false, reason);
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}
