import type { StoredAttachment } from '../delivery/mail.ts';
import type { EmailClosure, EmailId } from '../email.ts';
import type { EmailFacts } from '../email-event.ts';

/** What the record keeps of one file; its bytes are stored once for all recipients of a request. */
export interface AttachmentEntry extends StoredAttachment {
  readonly sha256: string;
}

/** A rendered mail to one recipient, ready to be accepted. */
export interface AcceptedMail extends EmailFacts {
  /** The contact's state as this transaction leaves it; ignored for TRANSACTIONAL mail. */
  readonly isSubscribed: boolean;
  readonly recipient: string;
  readonly recipientName: string | null;
  readonly replyTo: string | null;
  readonly subject: string;
  /** Null when the body could not be rendered: then the mail fails at once. */
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: object;
  readonly warnings: readonly object[];
  readonly attachments: readonly AttachmentEntry[];
  readonly unsubscribeUrl: string | null;
  readonly tracksOpens: boolean;
  readonly tracksClicks: boolean;
  readonly stepExecutionId: string | null;
  readonly requestId: string | null;
  readonly resentFrom: EmailId | null;
}

/** An accepted mail: it waits to be sent (`closure` is null), or it is closed already. */
export interface Acceptance {
  readonly mail: AcceptedMail;
  readonly closure: EmailClosure | null;
}
