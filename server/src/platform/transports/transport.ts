import type { AttemptFacts, EarlyOutcome, HandOverOutcome } from './outcome.ts';

/** Sender and recipient, independent of the message headers. Addresses are normalised; never parsed again. */
export interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** For a transport that tags what it hands over, so that notices can be related to their email. Opaque to others. */
export interface Tags {
  readonly projectId: string;
  readonly emailId: string;
  readonly attempt: number;
}

export interface OutgoingMessage {
  readonly message: Buffer;
  readonly envelope: Envelope;
  readonly tags: Tags;
  /** For the inbox, which shows and finds it. */
  readonly subject?: string | null;
  /** Aborted before the release: the link is closed and nothing is sent. It does not reach past the release. */
  readonly signal: AbortSignal;
}

/**
 * A message that has been transferred but for its end.
 * Invariant: until `release` is called nothing was handed over, and `abandon` keeps it so.
 */
export interface Session {
  readonly facts: AttemptFacts;
  /** False when the link was lost while the message waited; `release` then returns so without sending. */
  readonly isLive: boolean;
  /** Sends the end and waits for the reply. Once. */
  release(): Promise<ReleaseResult>;
  /** Abandons the message. Once. */
  abandon(): void;
}

/** `wasSent` is false when the link was lost before the end was written: no doubt, may be tried again. */
export type ReleaseResult = { readonly outcome: HandOverOutcome; readonly wasSent: boolean };

export type OpenResult =
  | { readonly kind: 'ready'; readonly session: Session }
  | { readonly kind: 'over'; readonly outcome: EarlyOutcome; readonly facts: AttemptFacts };

/** The stage at which a check failed. */
export type HealthStage = 'name' | 'connect' | 'tls' | 'login' | 'quota' | 'sandbox' | 'sender';

interface HealthWarning {
  readonly stage: 'quota' | 'sandbox';
  readonly reason: string;
}

export type Health =
  | { readonly isWell: true /** It takes mail, but not for long or not to all. */; readonly warning?: HealthWarning }
  | { readonly isWell: false; readonly stage: HealthStage; readonly reason: string };

/** Hands messages to a relay or an inbox. Every implementation passes the same conformance suite. */
export interface Transport {
  /** For logs and the attempt's row, for example `relay.example:587`. Holds no secret. */
  readonly name: string;
  /** It signs for the sender's domain itself. */
  readonly signs: boolean;
  /** On this machine: if it is lost, so is what it has just accepted. */
  readonly isLocal: boolean;
  /** Mails a second it takes, over all workers; null for no limit. */
  readonly ratePerSecond: number | null;
  /** Transfers the message, all but its end. */
  open(outgoing: OutgoingMessage): Promise<OpenResult>;
  check(): Promise<Health>;
  /** Closes idle links. */
  close(): Promise<void>;
}
