import { setTimeout as delay } from 'node:timers/promises';

/** Named points at which a fault run may end or hold the process. */
export type CrashPoint = 'idempotency.after-claim' | 'idempotency.before-commit' | 'idempotency.after-commit';

let armed: { point: string; holdMilliseconds: number } | null = null;

/** Arms one point, `point` or `point@hold-milliseconds`. Called by the app only when ENVIRONMENT is `test`. */
export function armCrashPoint(spec: string): void {
  const [point = '', hold] = spec.split('@');
  armed = { point, holdMilliseconds: Number(hold ?? 0) };
}

/** Ends this process as `kill -9` would, if this point is armed; with a hold time it waits there instead. */
export async function crashPoint(point: CrashPoint): Promise<void> {
  if (armed?.point !== point) return;
  if (armed.holdMilliseconds > 0) await delay(armed.holdMilliseconds);
  else process.kill(process.pid, 'SIGKILL');
}
