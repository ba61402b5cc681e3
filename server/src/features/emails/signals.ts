import type { RenderFailure } from '#platform/rendering';
import { defineSignal } from '#platform/signals';
import type { Cause } from '#pure/causes';
import type { BounceType, EmailId, EmailSource, EmailStatus, EmailType } from './email.ts';

export interface ClosedEmail extends Cause {
  readonly emailId: EmailId;
  readonly contactId: string | null;
  /** Null after the contact was deleted. */
  readonly recipient: string | null;
  readonly campaignId: string | null;
  readonly workflowId: string | null;
  readonly executionId: string | null;
  readonly isTest: boolean;
  readonly status: Extract<EmailStatus, 'SENT' | 'FAILED' | 'SUPPRESSED' | 'CANCELLED'>;
  readonly reason: string | null;
  /** The relay refused it because the address does not exist: counts like a bounce. */
  readonly isDeadAddress?: boolean;
  /** Why its text could not be rendered. */
  readonly failure?: RenderFailure | null;
}

/** These mails are no longer under way: handed over, or closed without. Emitted once for each mail. */
export const EmailsClosed = defineSignal<ClosedEmail>('emails.closed');

/** What these mails said of a contact that was deleted is erased; features above erase what they keep of them. */
export const EmailsErased = defineSignal<{ readonly emailId: EmailId }>('emails.erased');

export interface NoticedEmail extends Cause {
  readonly emailId: EmailId;
  readonly contactId: string | null;
  /** Null after the contact was deleted. */
  readonly recipient: string | null;
  readonly campaignId: string | null;
  readonly workflowId: string | null;
  readonly executionId: string | null;
  readonly type: EmailType;
  readonly sourceType: EmailSource;
  readonly isTest: boolean;
  /**
   * `sent`: it had been closed as unsent, and was handed over after all. `reject`: the provider did not send it on.
   * `permanent-bounce` comes once as well, with the bounce or after one that was transient.
   */
  readonly kind:
    | 'unsubscribe'
    | 'sent'
    | 'delivery'
    | 'open'
    | 'click'
    | 'bounce'
    | 'permanent-bounce'
    | 'complaint'
    | 'reject';
  /** Of a bounce. */
  readonly bounceType: BounceType | null;
  /** Of a bounce: the enhanced status code, where the receiving side gave one. */
  readonly reason: string | null;
  /** The status before these notices. */
  readonly oldStatus: EmailStatus;
  /** What the record said before of a mail that had been closed as unsent. */
  readonly oldReason: string | null;
  readonly at: Date;
}

/** Notices about these mails: one entry for the first notice of each kind, whatever the number of copies. */
export const EmailsNoticed = defineSignal<NoticedEmail>('emails.noticed');

export interface ClickedLink {
  readonly emailId: EmailId;
  readonly campaignId: string | null;
  readonly link: string;
  /** The first click on this link in this mail. */
  readonly isFirstOfLink: boolean;
}

/** Clicks that count: one entry for each. */
export const LinksClicked = defineSignal<ClickedLink>('emails.links-clicked');

export interface MachineHit {
  readonly emailId: EmailId;
  readonly campaignId: string | null;
  readonly kind: 'open' | 'click';
}

/** Requests for pixels and links that were made by machines, and do not count. */
export const MachinesNoticed = defineSignal<MachineHit>('emails.machines-noticed');
