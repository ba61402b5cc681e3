import type { StoredAttachment } from '../delivery/mail.ts';
import type { EmailRecord } from './email-record.ts';

/** What is kept of the content after its retention (D-616, D-636). */
export interface ContentFacts {
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly (Omit<StoredAttachment, 'blob'> & { readonly sha256: string })[];
  readonly warnings: { code: string; field: string; message: string; line?: number; column?: number }[];
}

/** The rendered content, while it is kept. */
export interface StoredContent extends ContentFacts {
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: Record<string, { value: unknown; persistent: boolean }>;
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
  /** Null once its retention is over, and where a shared text was not, or cannot be, made into one. */
  readonly content: StoredContent | null;
  readonly isExpired: boolean;
  readonly facts: ContentFacts;
  readonly links: readonly { url: string; clicks: number }[];
  readonly attempts: readonly LoggedAttempt[];
  readonly timeline: readonly TimelineEntry[];
}
