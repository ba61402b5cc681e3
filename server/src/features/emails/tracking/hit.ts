import type { EmailId, EmailType } from '../email.ts';
import type { ProjectTracking } from '../links/tracking-of.ts';

/** Somebody or something asks for a pixel or a link of a mail. */
export interface Hit {
  readonly emailId: EmailId;
  readonly kind: 'open' | 'click';
  readonly linkId: string | null;
  readonly at: Date;
  readonly isHead: boolean;
  readonly purpose: string | null;
  readonly userAgent: string | null;
  /** The client's address; only a hash of its network is kept. */
  readonly address: string | null;
}

/** What counting looks at, of an email whose row is locked. */
export interface HitEmail {
  readonly id: EmailId;
  readonly type: EmailType;
  readonly handedOverAt: Date | null;
  readonly tracking: ProjectTracking;
  /** Rows of the log so far, up to the most that are kept. */
  readonly hits: number;
}
