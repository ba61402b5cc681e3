import { limits } from '#pure/limits';

/** Seconds between attempts: 10 attempts over about 75 hours (D-1053). */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const maxRetryAfterSeconds = 3_600;
/** A probe that is made later than this was held up: `failing_webhook_endpoints` has the same hour. */
export const maxLateMs = 3_600_000;
/** A fifth more or less, so that what failed together is not repeated together. */
const spreadShare = 0.2;

interface FailedTry {
  /** Attempts so far, this one included. */
  readonly tries: number;
  /** What the target asked for; null for nothing. */
  readonly retryAfterSeconds: number | null;
  /** Random, from 0 to 1. */
  readonly spread: number;
}

/** Seconds until the next attempt; null: there is none. */
export function retryPause({ tries, retryAfterSeconds, spread }: FailedTry): number | null {
  if (tries >= limits.webhookDeliveryAttempts) return null;
  return Math.max(spreadOf(pauses[tries - 1] ?? 0, spread), Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds));
}

/** The same for an endpoint that fails: one call a step, and one a day after the last step. */
export function probePause({ tries, retryAfterSeconds, spread }: FailedTry): number {
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 0;
  return Math.max(spreadOf(pause, spread), Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds));
}

const spreadOf = (seconds: number, spread: number): number => seconds * (1 - spreadShare + 2 * spreadShare * spread);
