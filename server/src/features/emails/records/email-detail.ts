import type { StoredAttachment } from '../delivery/mail.ts';
import type { EmailRecord } from './email-record.ts';

/** What was rendered and stored; null once its time is over. */
export interface StoredContent {
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly StoredAttachment[];
  readonly variables: Record<string, { value: unknown; persistent: boolean }>;
  readonly warnings: { code: string; field: string; message: string; line?: number; column?: number }[];
}

export interface LoggedAttempt {
  readonly attempt: number;
  readonly startedAt: Date | null;
  readonly finishedAt: Date;
  readonly outcome: 'ACCEPTED' | 'DEFERRED' | 'REJECTED' | 'UNKNOWN';
  readonly smtpCode: number | null;
  readonly enhancedCode: string | null;
  readonly reply: string | null;
  readonly relay: string | null;
}

export interface TimelineEntry {
  readonly type: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EmailDetail {
  readonly email: EmailRecord;
  readonly content: StoredContent | null;
  readonly links: readonly { url: string; clicks: number }[];
  readonly attempts: readonly LoggedAttempt[];
  readonly timeline: readonly TimelineEntry[];
}
