import type { Cause } from '#pure/causes';
import type { JsonObject } from '#pure/custom-fields';
import type { EmailId, EmailSource, EmailStatus, EmailType } from '../email.ts';
import type { LeavingFacts } from './may-leave.ts';

/** One entry of `email_contents.attachments`. */
export interface StoredAttachment {
  readonly blob: string;
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly disposition: 'attachment' | 'inline';
  readonly size: number;
}

/** A mail under way with all data a worker needs, as it was when it was claimed. */
export interface Mail extends Cause {
  readonly id: EmailId;
  readonly type: EmailType;
  readonly sourceType: EmailSource;
  readonly status: EmailStatus;
  readonly isTest: boolean;
  readonly contactId: string | null;
  readonly templateId: string | null;
  readonly campaignId: string | null;
  readonly workflowId: string | null;
  readonly executionId: string | null;
  readonly recipient: string;
  readonly recipientName: string | null;
  readonly senderDomain: string;
  readonly fromEmail: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly subject: string | null;
  readonly createdAt: Date;
  /** Null when nothing was stored, or its retention is over. */
  readonly content: {
    readonly html: string | null;
    readonly text: string | null;
    readonly headers: Readonly<Record<string, string>>;
    readonly attachments: readonly StoredAttachment[];
    readonly unsubscribeUrl: string | null;
    readonly tracksOpens: boolean;
    readonly tracksClicks: boolean;
  } | null;
  /** Set for a mail that is made from a shared text; `content` is null until it is made. */
  readonly shared: { readonly textId: string; readonly values: JsonObject; readonly renderedAt: Date } | null;
  /** The host of the sender's domain that serves tracked links, when its record is right. */
  readonly trackingHost: string | null;
  readonly delivery: {
    readonly phase: 'COMMITTING' | 'UNKNOWN' | null;
    /** Attempts so far. */
    readonly attempt: number;
    readonly committingAt: Date | null;
    readonly bootId: string | null;
    readonly expiresAt: Date;
    readonly repeats: number;
  };
  /** The project's own provider, by which it leaves; null for the relays of the instance. */
  readonly providerId: string | null;
  readonly project: {
    readonly handle: string;
    readonly sendRate: number | null;
    readonly resendsTransactionalOnDoubt: boolean;
    readonly resendsMarketingOnDoubt: boolean;
  };
  readonly facts: LeavingFacts;
}
