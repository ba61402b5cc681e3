import type { EmailStatus } from '../email.ts';
import type { EmailFacts } from '../email-event.ts';

/** As the API shows it: a mail under way is QUEUED or SENDING (contract/05, 2.2). */
export type ShownStatus = EmailStatus | 'SENDING';

export const shownStatuses = [
  'QUEUED',
  'SENDING',
  'SUPPRESSED',
  'CANCELLED',
  'FAILED',
  'SENT',
  'DELIVERED',
  'OPENED',
  'CLICKED',
  'BOUNCED',
  'COMPLAINED',
] as const satisfies readonly ShownStatus[];

/** One mail to one recipient, with data of its delivery row while there is one. */
export interface EmailRecord extends EmailFacts {
  readonly status: ShownStatus;
  readonly reason: string | null;
  readonly error: string | null;
  readonly holdReason: string | null;
  readonly nextAttemptAt: Date | null;
  readonly recipientName: string | null;
  readonly replyTo: string | null;
  readonly stepExecutionId: string | null;
  readonly attempts: number;
  readonly opens: number;
  readonly clicks: number;
  readonly bounceType: 'Permanent' | 'Transient' | null;
  readonly duplicatePossible: boolean;
  readonly unconfirmed: boolean;
  readonly requestId: string | null;
  readonly resentFrom: string | null;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
  readonly bouncedAt: Date | null;
  readonly complainedAt: Date | null;
  /** A link of this mail made its contact unsubscribe. */
  readonly unsubscribedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
