import { defineEvent } from '#platform/events';
import type { EmailId, EmailStatus } from './email.ts';

export interface ClosedEmail {
  readonly emailId: EmailId;
  readonly contactId: string | null;
  readonly campaignId: string | null;
  readonly workflowId: string | null;
  readonly executionId: string | null;
  readonly isTest: boolean;
  readonly status: Extract<EmailStatus, 'SENT' | 'FAILED' | 'SUPPRESSED' | 'CANCELLED'>;
  readonly reason: string | null;
}

/** These mails are under way no more: handed over, or closed without. Each of them once. */
export const EmailsClosed = defineEvent<ClosedEmail>('emails.closed');
