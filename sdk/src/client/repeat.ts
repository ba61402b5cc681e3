import { ApiError } from './api-error.ts';
import { unwrap } from './read-reply.ts';
import type { Settings } from './settings.ts';

export interface Repeatable {
  /** A call that changes nothing. */
  readonly isRead: boolean;
  /** The API accepts a second request with this key only if the first had no effect. */
  readonly idempotencyKey: string | undefined;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
}

export interface Outcome {
  readonly reply: unknown;
  /** An earlier attempt of this call had arrived although its reply was lost. */
  readonly wasAccepted: boolean;
}

/** A reply that would come later than this is not waited for. */
const maxWaitSeconds = 60;
/** Why more than 60: a request whose process died holds its key for 60 s, and the server asks for pauses of 1 s. */
const maxWaitsForKey = 75;

/**
 * Repeats a call that failed, if the failure or the call allows it. A refusal with 429 had no effect, whatever the call; after
 * 5xx and broken connections only reads and calls with an idempotency key are repeated.
 */
export async function repeat({ sleep }: Settings, call: Repeatable, attempt: () => Promise<unknown>): Promise<Outcome> {
  let [failures, waits, mayHaveArrived] = [0, 0, false];
  for (;;) {
    try {
      return { reply: await attempt(), wasAccepted: false };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const key = call.idempotencyKey === undefined ? 'free' : stateOfKey(error);
      if (key === 'used' && mayHaveArrived) return { reply: unwrap(error.details.originalResponse), wasAccepted: true };
      if (key === 'used') throw error;
      if (key === 'held' ? waits >= maxWaitsForKey : failures >= call.maxRetries || !allowsRepeat(error, call))
        throw error;
      await sleep(pauseAfter(error, failures), call.signal);
      if (key === 'held') waits += 1;
      else failures += 1;
      mayHaveArrived ||= isUncertain(error);
    }
  }
}

/** `held`: a request with this key is under way, and may still fail. `used`: one was accepted. */
function stateOfKey({ code, details }: ApiError): 'free' | 'held' | 'used' {
  if (code !== 'IDEMPOTENCY_KEY_REUSED') return 'free';
  return details.originalStatusCode === null ? 'held' : 'used';
}

function allowsRepeat(error: ApiError, { isRead, idempotencyKey }: Repeatable): boolean {
  if ((error.retryAfterSeconds ?? 0) > maxWaitSeconds) return false;
  if (error.statusCode === 429) return true;
  return isUncertain(error) && (isRead || idempotencyKey !== undefined);
}

/** The request may have been carried out. */
const isUncertain = ({ statusCode }: ApiError): boolean => statusCode === 0 || statusCode >= 500;

/** What the server asks for, otherwise half a second that doubles, spread so that clients do not come back together. */
export function pauseAfter({ retryAfterSeconds }: ApiError, failures: number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1_000;
  return Math.min(500 * 2 ** failures, 8_000) * (0.5 + Math.random() / 2);
}
