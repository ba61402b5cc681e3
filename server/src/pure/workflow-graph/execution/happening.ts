import type { JsonObject } from '#pure/custom-fields';
import type { StepError } from './state.ts';

/**
 * What an execution reacts to. One that does not fit the state changes nothing: of an event and a time-out that meet, the
 * second comes too late, and so does a result after a cancellation.
 */
export type Happening =
  /** A worker takes up an execution whose step has not begun. */
  | { readonly kind: 'run' }
  /** The time of the effect `wait` or `waitForEvent` is reached. */
  | { readonly kind: 'due' }
  /** An event that the effect `waitForEvent` describes: its name matches, and it is not earlier than `since`. */
  | { readonly kind: 'event'; readonly data: JsonObject | null; readonly at: Date }
  | { readonly kind: 'mailMade'; readonly output: JsonObject }
  | { readonly kind: 'conditionEvaluated'; readonly branch: string; readonly output: JsonObject }
  | { readonly kind: 'contactUpdated'; readonly output: JsonObject }
  /** Stored before an attempt is made, so that the arrival at the next step is known whatever becomes of the process. */
  | { readonly kind: 'callBegins'; readonly at: Date }
  | CallEnd
  /** The open step cannot be done (D-941). */
  | { readonly kind: 'failed'; readonly error: StepError }
  | { readonly kind: 'cancel'; readonly reason: string };

/** The end of an attempt of a WEBHOOK. */
export type CallEnd = {
  readonly kind: 'callEnded';
  /** The rendered address. */
  readonly url: string;
  readonly outcome: CallOutcome;
  readonly at: Date;
  /** From 0 to 1: where in its range of ± 20 % the pause before the next attempt lies. Chance comes from outside. */
  readonly spread: number;
};

export type CallOutcome =
  | {
      readonly kind: 'reply';
      readonly statusCode: number;
      readonly body: string;
      /** Whether the body was read to its end. */
      readonly isWhole: boolean;
      readonly retryAfterSeconds: number | null;
    }
  /** No reply, or not in time. */
  | { readonly kind: 'network'; readonly message: string }
  /** The request cannot be made at all: it is not tried again. */
  | { readonly kind: 'refused'; readonly message: string };
