import type { CollectedMessage } from '#platform/smtp';
import type { Recipient } from './recipient.ts';

/** A message with its envelope. */
export interface IncomingMessage extends CollectedMessage {
  readonly recipients: readonly Recipient[];
  /** Of the envelope; empty for reports. */
  readonly sender: string;
  readonly clientAddress: string;
  readonly helo: string;
}
