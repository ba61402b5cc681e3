import type { RenderFailure } from '#platform/rendering';
import type { Claim } from '#platform/spool';
import type { AttemptFacts } from '#platform/transports';
import type { EmailClosure, HoldReason } from '../email.ts';
import type { MailEnvelope } from './envelope.ts';
import type { Mail } from './mail.ts';

/** An entry in the log of attempts (docs/promises.md, 3.8). */
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
  readonly envelope: Pick<MailEnvelope, 'senderForm' | 'keyId'> | null;
  readonly bytes: number | null;
}

/** The mail is no longer under way. */
export type ClosingEffect =
  | { readonly kind: 'sent'; readonly isUnconfirmed: boolean }
  | {
      readonly kind: 'closed';
      readonly closure: EmailClosure;
      readonly error?: string | null;
      /** The relay refused the address itself. */
      readonly isDeadAddress?: boolean;
      /** Why a text could not be rendered. */
      readonly failure?: RenderFailure;
    };

export type WaitingEffect =
  /** A temporary refusal: it waits, but not longer than until it expires. */
  | { readonly kind: 'later'; readonly afterSeconds: number }
  | { readonly kind: 'held'; readonly reason: HoldReason }
  /** A hand-over whose answer was lost. */
  | { readonly kind: 'doubt'; readonly afterSeconds: number }
  /** The gate's answer was lost, or the process stops, and no dot was sent: the row is reset. `passedAs`: the attempt, where it is known. */
  | { readonly kind: 'withdrawn'; readonly passedAs: number | null };

/** What a result does with the mail. */
export type ResultEffect = ClosingEffect | WaitingEffect;

export interface DeliveryResult<Effect extends ResultEffect = ResultEffect> {
  readonly claim: Claim;
  readonly mail: Mail;
  readonly effect: Effect;
  /**
   * The attempt that passed the gate: then the result counts as long as no other claim or attempt has passed, even if another
   * claim holds the row. Null before the gate: then it counts while the claim's fence is valid. A withdrawal has none, because
   * it may not be known: it counts while the claim holds the row, or was the last to pass.
   */
  readonly gatedAs: number | null;
  readonly entry: AttemptEntry | null;
}

export const isClosing = (result: DeliveryResult): result is DeliveryResult<ClosingEffect> =>
  result.effect.kind === 'sent' || result.effect.kind === 'closed';

export const isWaiting = (result: DeliveryResult): result is DeliveryResult<WaitingEffect> => !isClosing(result);
