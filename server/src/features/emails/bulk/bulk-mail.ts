import type { EmailType } from '../email.ts';

/** What all mails of one campaign have in common. */
export interface BulkMail {
  /** The campaign, and its shared text. */
  readonly sourceId: string;
  readonly type: EmailType;
  readonly fromEmail: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly templateId: string | null;
  /** All of them are captured in the dev inbox. */
  readonly isTest: boolean;
}
