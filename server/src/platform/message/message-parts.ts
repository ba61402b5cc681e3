export interface Mailbox {
  /** An address that `pure/addresses` has accepted. */
  readonly address: string;
  readonly name: string | null;
}

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  /** Set for what the HTML shows by `cid:`. */
  readonly contentId: string | null;
  readonly disposition: 'attachment' | 'inline';
  readonly content: Buffer;
}

/** All parts of a message. The same parts give the same bytes in every attempt. */
export interface MessageParts {
  readonly emailId: string;
  readonly createdAt: Date;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** The caller's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where one click unsubscribes; null on mail that needs none. */
  readonly unsubscribeUrl: string | null;
  readonly attachments: readonly Attachment[];
  /** Ours, never the caller's: for example the attempt, in fault runs. */
  readonly ownHeaders?: Readonly<Record<string, string>>;
}
