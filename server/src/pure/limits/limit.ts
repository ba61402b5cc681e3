/** At most `max` times in a window that opens with the first time. */
export interface RateLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

/** What a caller meets beyond a limit. */
interface Beyond {
  /** `error.code` of the refusal; without one nothing is refused, and `sees` says what happens instead. */
  readonly code?: string;
  readonly sees?: string;
  /** The rule of docs/contract that states the limit. */
  readonly rule?: string | undefined;
}

export interface Limit<Value extends number | RateLimit = number | RateLimit> extends Beyond {
  readonly value: Value;
  /** What is limited and, where it is not obvious, why. */
  readonly about: string;
}

/** A fixed limit that callers can meet. Its name says the unit where that is not a number of things. */
export function limit(value: number, about: string, beyond: Beyond): Limit<number> {
  return { value, about, ...beyond };
}

/** The same for what may happen a number of times within a time. */
export function rate(value: RateLimit, about: string, beyond: Beyond): Limit<RateLimit> {
  return { value, about, ...beyond };
}

export const kilobyte = 1_024;
export const megabyte = 1_024 * kilobyte;
export const hour = 60 * 60;
export const day = 24 * hour;

export const tooBig = (rule?: string): Beyond => ({ code: 'VALIDATION_ERROR', sees: '`too_big`', rule });

export const tooMany = (scope: string, rule?: string): Beyond => ({
  code: 'RATE_LIMIT_EXCEEDED',
  sees: `\`scope: "${scope}"\``,
  rule,
});

export const refused = (code: string, rule?: string): Beyond => ({ code, rule });

export const instead = (sees: string, rule?: string): Beyond => ({ sees, rule });
