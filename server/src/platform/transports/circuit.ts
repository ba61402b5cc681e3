import type { Health } from './transport.ts';

/**
 * Whether a relay is worth trying. Three failures in a row open it; a check that passes closes it again, on trial: the next
 * failure opens it at once and for longer, the next success ends the trial. A check may pass where mail does not.
 */
export interface Circuit {
  readonly isHealthy: boolean;
  succeeded(): void;
  failed(reason: string): void;
  /** Ends the checks. */
  stop(): void;
}

export interface CircuitOptions {
  readonly check: () => Promise<Health>;
  readonly onChange: (isHealthy: boolean, reason: string) => void;
  readonly firstPauseMs?: number;
}

const failuresToOpen = 3;
const maxPauseMs = 30_000;

export function makeCircuit({ check, onChange, firstPauseMs = 2_000 }: CircuitOptions): Circuit {
  let failures = 0;
  let isHealthy = true;
  let pauseMs = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    timer = setTimeout(() => void runCheck().catch(() => {}), pauseMs); // the check itself does not throw
    timer.unref();
  }

  async function runCheck(): Promise<void> {
    const health = await check();
    if (isHealthy) return; // a mail was accepted meanwhile
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    if (!health.isWell) return schedule();
    failures = failuresToOpen - 1;
    close();
  }

  function close(): void {
    if (isHealthy) return;
    clearTimeout(timer);
    isHealthy = true;
    onChange(true, '');
  }

  return {
    get isHealthy() {
      return isHealthy;
    },
    succeeded() {
      [failures, pauseMs] = [0, firstPauseMs];
      close();
    },
    failed(reason) {
      failures += 1;
      if (failures < failuresToOpen || !isHealthy) return;
      onChange(false, reason);
      isHealthy = false;
      schedule();
    },
    stop: () => clearTimeout(timer),
  };
}
