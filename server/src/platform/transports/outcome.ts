import type { BounceClass, SmtpReply } from '#pure/message';

/** Why a hand-over is deferred; `relay` when no reply was about the mail itself. */
export type Obstacle = BounceClass | 'relay';

/** The outcome of a hand-over; every case must be handled. */
export type HandOverOutcome =
  | { readonly kind: 'accepted'; readonly transportId: string | null }
  | {
      readonly kind: 'deferred';
      readonly reason: string;
      readonly about: Obstacle;
      /** The delay the relay asks for; it lengthens the schedule and never shortens it. */
      readonly retryAfterSeconds?: number;
      /** Replaces the schedule; for the simulated recipients of test mode. */
      readonly dueInSeconds?: number;
    }
  | { readonly kind: 'rejected'; readonly reason: string; readonly bounce: BounceClass; readonly suppresses: boolean }
  /** The message was released and it is unknown whether the relay accepted it. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Outcomes of everything before the release: nothing was sent, so there is no doubt. */
export type EarlyOutcome = Exclude<HandOverOutcome, { kind: 'accepted' | 'unknown' }>;

/** What is known of an attempt, for its row in the log. No bodies, no addresses. */
export interface AttemptFacts {
  relay: string;
  remoteAddress: string | null;
  tlsVersion: string | null;
  tlsCipher: string | null;
  tlsVerified: boolean | null;
  ehloName: string | null;
  connectedAt: Date | null;
  repliedAt: Date | null;
  reply: SmtpReply | null;
  queueId: string | null;
}

export const noFacts = (relay: string): AttemptFacts => ({
  relay,
  remoteAddress: null,
  tlsVersion: null,
  tlsCipher: null,
  tlsVerified: null,
  ehloName: null,
  connectedAt: null,
  repliedAt: null,
  reply: null,
  queueId: null,
});
