import type { Claim } from '#platform/spool';
import type { AttemptFacts } from '#platform/transports';
import type { Closing, HoldReason } from '../email.ts';
import type { Mail } from './mail.ts';

/** What an attempt leaves in the log (reliability 3.8). */
export interface AttemptEntry {
  readonly attempt: number;
  readonly outcome: 'ACCEPTED' | 'DEFERRED' | 'REJECTED' | 'UNKNOWN';
  readonly facts: AttemptFacts;
  readonly reasonClass: string | null;
  readonly reply: string | null;
  readonly claimedAt: Date | null;
  readonly committingAt: Date | null;
  readonly bootId: string | null;
  readonly worker: string | null;
  readonly mailFrom: string | null;
  readonly bytes: number | null;
}

/** What becomes of the mail. */
export type Effect =
  | { readonly kind: 'sent'; readonly isUnconfirmed: boolean }
  | { readonly kind: 'closed'; readonly closing: Closing; readonly error: string | null; readonly suppresses: boolean }
  /** A temporary refusal: it waits, no longer than until it expires. */
  | { readonly kind: 'later'; readonly afterSeconds: number }
  | { readonly kind: 'held'; readonly reason: HoldReason }
  /** A hand-over whose answer was lost. */
  | { readonly kind: 'doubt'; readonly waitSeconds: number }
  /** The gate's answer was lost and no dot was sent: as if nothing had happened. */
  | { readonly kind: 'withdrawn' };

export interface Result {
  readonly claim: Claim;
  readonly mail: Mail;
  readonly effect: Effect;
  /**
   * The attempt the gate let pass: then the result counts for as long as no other claim or attempt has passed, whoever
   * holds the row. Null before the gate: then it counts while the claim's fence does. A withdrawal has none, because it may
   * not know: it counts while the claim holds the row, or was the last to pass.
   */
  readonly gatedAs: number | null;
  readonly entry: AttemptEntry | null;
}

export const isClosing = ({ effect }: Result): boolean => effect.kind === 'sent' || effect.kind === 'closed';
