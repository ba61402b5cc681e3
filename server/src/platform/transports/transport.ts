import type { AttemptFacts, EarlyOutcome, HandOverOutcome } from './outcome.ts';

/** Who it comes from and who gets it, apart from what the message says. Addresses are clean; never parsed again. */
export interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** For a transport that tags what it hands over, so that notices find their email. Opaque to others. */
export interface Tags {
  readonly projectId: string;
  readonly emailId: string;
  readonly attempt: number;
}

export interface Consignment {
  readonly message: Buffer;
  readonly envelope: Envelope;
  readonly tags: Tags;
  /** Aborted before the release: the link is closed and nothing is sent. It does not reach past the release. */
  readonly signal: AbortSignal;
}

/**
 * A message that has arrived at the other side but for its end.
 * Invariant: until `release` is called nothing was handed over, and `abandon` keeps it so.
 */
export interface Session {
  readonly facts: AttemptFacts;
  /** False when the link was lost while the message waited; releasing then says so without sending. */
  readonly isLive: boolean;
  /** Sends the end and waits for the answer. Once. */
  release(): Promise<Released>;
  /** Gives the message up. Once. */
  abandon(): void;
}

/** `wasSent` is false when the link turned out to be gone before the end was written: no doubt, try again. */
export type Released = { readonly outcome: HandOverOutcome; readonly wasSent: boolean };

export type Opening =
  | { readonly kind: 'ready'; readonly session: Session }
  | { readonly kind: 'over'; readonly outcome: EarlyOutcome; readonly facts: AttemptFacts };

/** How far a check came before it failed. */
export type HealthStage = 'name' | 'connect' | 'tls' | 'login' | 'quota' | 'sandbox' | 'sender';

export type Health =
  | { readonly isWell: true }
  | { readonly isWell: false; readonly stage: HealthStage; readonly reason: string };

/** A way out. Every implementation passes the same conformance suite. */
export interface Transport {
  /** For logs and the attempt's row, for example `relay.example:587`. Holds no secret. */
  readonly name: string;
  /** It signs for the sender's domain itself. */
  readonly signs: boolean;
  /** On this machine: if it is gone, so is what it was just told. */
  readonly isLocal: boolean;
  /** Mails a second it takes, over all workers; null for no limit. */
  readonly ratePerSecond: number | null;
  /** Brings the message to the other side, all but its end. */
  open(consignment: Consignment): Promise<Opening>;
  check(): Promise<Health>;
  /** Closes idle links. */
  close(): Promise<void>;
}
