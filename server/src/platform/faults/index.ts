import { setTimeout as delay } from 'node:timers/promises';

/** Named points at which a fault run may end or hold the process. */
export type CrashPoint =
  | 'idempotency.after-claim'
  | 'idempotency.before-commit'
  | 'idempotency.after-commit'
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

interface Armed {
  /** A point, or `room.*` for all points of a room. */
  readonly point: string;
  readonly holdMilliseconds: number;
  /** Until the passing it is about; null for every one. */
  passingsLeft: number | null;
}

let armed: Armed | null = null;

/**
 * Arms one point: `point`, `point#n` for its nth passing, `room.*#n` for the nth of any point of a room, each with
 * `@hold-milliseconds` to wait there instead. Called by the app only when ENVIRONMENT is `test`.
 */
export function armCrashPoint(spec: string): void {
  const [place = '', hold] = spec.split('@');
  const [point = '', passing] = place.split('#');
  armed = { point, holdMilliseconds: Number(hold ?? 0), passingsLeft: passing ? Number(passing) : null };
}

/** True when a point of this room is armed; then what is too costly to watch always is watched. */
export const isArmed = (room: string): boolean => armed?.point.startsWith(`${room}.`) ?? false;

/** Ends this process as `kill -9` would, if this point is armed; with a hold time it waits there instead. */
export async function crashPoint(point: CrashPoint): Promise<void> {
  if (!armed || (armed.point !== point && !isAnyOf(armed.point, point))) return;
  if (armed.passingsLeft !== null) {
    armed.passingsLeft -= 1;
    if (armed.passingsLeft !== 0) return;
  }
  if (armed.holdMilliseconds > 0) await delay(armed.holdMilliseconds);
  else process.kill(process.pid, 'SIGKILL');
}

const isAnyOf = (pattern: string, point: string): boolean =>
  pattern.endsWith('.*') && point.startsWith(pattern.slice(0, -1));
