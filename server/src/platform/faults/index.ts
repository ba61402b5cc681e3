import { setTimeout as delay } from 'node:timers/promises';

/** Named points at which a fault run may end or hold the process. */
export type CrashPoint =
  | 'idempotency.after-claim'
  | 'idempotency.before-commit'
  | 'idempotency.after-commit'
  | 'campaign.portion'
  | 'schedule.portion'
  | 'after_webhook'
  | `delivery.${DeliveryStep}`;

/** Every durable boundary and every step on the wire of a hand-over, in their order (F4). */
export type DeliveryStep =
  | 'claimed'
  | 'loaded'
  | 'connected'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'body'
  | 'gated'
  | 'dot'
  | 'replied'
  | 'recording'
  | 'recorded';

interface ArmedPoint {
  /** A point, or `feature.*` for all points of a feature. */
  readonly point: string;
  readonly holdMilliseconds: number;
  /** Passes left until the armed one; null for every pass. */
  passesLeft: number | null;
}

let armed: ArmedPoint | null = null;

/**
 * Arms one point: `point`, `point#n` for its nth pass, `feature.*#n` for the nth pass of any point of a feature, each with
 * `@hold-milliseconds` to wait there instead. Called by the app only when ENVIRONMENT is `test`.
 */
export function armCrashPoint(spec: string): void {
  const [pointSpec = '', hold] = spec.split('@');
  const [point = '', pass] = pointSpec.split('#');
  armed = { point, holdMilliseconds: Number(hold ?? 0), passesLeft: pass ? Number(pass) : null };
}

/** True when a point of this feature is armed; only then are points watched that are too costly to watch always. */
export const isArmed = (feature: string): boolean => armed?.point.startsWith(`${feature}.`) ?? false;

/** Ends this process as `kill -9` would, if this point is armed; with a hold time it waits there instead. */
export async function crashPoint(point: CrashPoint): Promise<void> {
  if (!armed || (armed.point !== point && !isAnyOf(armed.point, point))) return;
  if (armed.passesLeft !== null) {
    armed.passesLeft -= 1;
    if (armed.passesLeft !== 0) return;
  }
  if (armed.holdMilliseconds > 0) await delay(armed.holdMilliseconds);
  else process.kill(process.pid, 'SIGKILL');
}

const isAnyOf = (pattern: string, point: string): boolean =>
  pattern.endsWith('.*') && point.startsWith(pattern.slice(0, -1));
