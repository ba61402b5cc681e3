import type { BounceClass, Reply } from '#pure/message';

/** What stood in the way of a hand-over that will be tried again; `relay` when no reply was about the mail itself. */
export type Obstacle = BounceClass | 'relay';

/** The world's answer to a hand-over, handled to the last case. */
export type HandOverOutcome =
  | { readonly kind: 'accepted'; readonly transportId: string | null }
  | {
      readonly kind: 'deferred';
      readonly reason: string;
      readonly about: Obstacle;
      /** What the other side asks for; it lengthens the schedule and never shortens it. */
      readonly retryAfterSeconds?: number;
      /** Replaces the schedule; for the simulated recipients of test mode. */
      readonly dueInSeconds?: number;
    }
  | { readonly kind: 'rejected'; readonly reason: string; readonly bounce: BounceClass; readonly suppresses: boolean }
  /** The message was released and nobody knows whether it was taken. */
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
  reply: Reply | null;
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
