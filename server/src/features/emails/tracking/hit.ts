import type { EmailId, EmailType } from '../email.ts';
import type { ProjectTracking } from '../links/tracking-of.ts';

/** A request for a pixel or a link of a mail, by a person or a machine. */
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

/** The data of an email that counting needs; its row is locked. */
export interface HitEmail {
  readonly id: EmailId;
  readonly type: EmailType;
  readonly campaignId: string | null;
  readonly handedOverAt: Date | null;
  readonly tracking: ProjectTracking;
  /** Its recipient was erased: nothing is kept of the client (D-1063). */
  readonly isForgotten: boolean;
  /** Rows in the log so far, up to the limit of hits noted. */
  readonly hits: number;
}
