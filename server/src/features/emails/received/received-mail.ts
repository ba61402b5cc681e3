/** The verdict of a check of a mail; GRAY if it is inconclusive. */
export type MailVerdict = 'PASS' | 'FAIL' | 'GRAY' | 'PROCESSING_FAILED';

/** A mail from outside to an address of a project (D-682), by any channel. */
export interface ReceivedMail {
  /** Equal if the same mail is received twice. */
  readonly fingerprint: Buffer;
  /** The sender's address in its stored form. */
  readonly from: string;
  readonly fromHeader: string;
  readonly to: readonly string[];
  /** Addresses of the project that it was received for. */
  readonly recipients: readonly string[];
  readonly messageId: string | null;
  readonly subject: string;
  readonly timestamp: Date;
  /** The text, however long; it is cut when it is recorded. Null when there is none. */
  readonly body: string | null;
  readonly isBodyCut: boolean;
  readonly size: number;
  readonly verdicts: Readonly<Record<'spam' | 'virus' | 'spf' | 'dkim' | 'dmarc', MailVerdict>>;
  readonly isAutoSubmitted: boolean;
  readonly processingTimeMillis: number;
}
