import { ApiError } from './api-error.ts';
import { unwrap } from './read-reply.ts';
import type { Settings } from './settings.ts';

export interface Repeatable {
  /** `POST /v1/send` */
  readonly operation: string;
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
export const maxPauseMs = 60_000;
/** Why more than 60: a request whose process died holds its key for 60 s, and the server asks for pauses of 1 s. */
const maxWaitsForKey = 75;
const pauseForKeyMs = 1_000;

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
      if (key === 'used' && mayHaveArrived && error.details.originalRequest === call.operation)
        return { reply: unwrap(error.details.originalResponse), wasAccepted: true };
      const isHeld = key === 'held';
      const allowed = isHeld ? waits < maxWaitsForKey : failures < call.maxRetries && allowsRepeat(error, call);
      const pauseMs = pauseAfter(error, isHeld ? pauseForKeyMs : growingPause(failures));
      if (key === 'used' || !allowed || pauseMs === null) throw error;
      await sleep(pauseMs, call.signal);
      if (isHeld) waits += 1;
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

function allowsRepeat(error: ApiError, { operation, idempotencyKey }: Repeatable): boolean {
  if (error.statusCode === 429) return true;
  return isUncertain(error) && (operation.startsWith('GET ') || idempotencyKey !== undefined);
}

/** The request may have been carried out, and a repeat may show it. */
const isUncertain = ({ statusCode, code }: ApiError): boolean =>
  (statusCode === 0 || statusCode >= 500) && code !== 'UNEXPECTED_REPLY';

/** What the server asks for, otherwise what is given. Null: longer than a program waits. */
export function pauseAfter({ retryAfterSeconds }: ApiError, otherwiseMs: number): number | null {
  const pauseMs = retryAfterSeconds === null ? otherwiseMs : retryAfterSeconds * 1_000;
  return pauseMs > maxPauseMs ? null : pauseMs;
}

/** Half a second that doubles, spread so that clients do not come back together. */
export const growingPause = (failures: number): number =>
  Math.min(500 * 2 ** failures, 8_000) * (0.5 + Math.random() / 2);
