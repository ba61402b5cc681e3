const minute = 60;
const hour = 60 * minute;

/** Seconds after the first, second, … temporary refusal (P10, D-633); the last one repeats. */
const delays = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour] as const;
const jitter = 0.2;

/** How long a mail may wait from its acceptance, retried or held. */
export const horizonSeconds = 72 * hour;

interface RetryInput {
  /** How many attempts were refused so far, this one included. */
  readonly attempts: number;
  /** Requested by the remote server; never shortens the schedule, and counts for at most a day. */
  readonly retryAfterSeconds?: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/** Seconds until the next attempt after a temporary refusal. The caller checks the horizon. */
export function retryDelaySeconds({ attempts, retryAfterSeconds = 0, random }: RetryInput): number {
  const delay = delays[Math.min(Math.max(attempts, 1), delays.length) - 1] ?? 4 * hour;
  const spread = delay * (1 - jitter + 2 * jitter * random);
  return Math.max(spread, Math.min(retryAfterSeconds, 24 * hour));
}
