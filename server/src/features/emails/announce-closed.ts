import type { ProjectTx } from '#platform/context';
import { type EmailEvent, type EmailFacts, emailEvent, recordEmailEvents } from './email-event.ts';
import { type ClosedEmail, EmailsClosed } from './signals.ts';

/** A mail that is no longer under way, and how it ended. */
export interface ClosedMail extends Pick<ClosedEmail, 'status' | 'reason' | 'isDeadAddress' | 'failure'> {
  readonly mail: EmailFacts;
  readonly error?: string | null;
  readonly sentAt?: Date | null;
}

/** Records how the mails ended and emits `EmailsClosed`. Called once for each mail. */
export async function announceClosed(tx: ProjectTx, closed: readonly ClosedMail[]): Promise<void> {
  if (closed.length === 0) return;
  await recordEmailEvents(tx, closed.flatMap(eventOf));
  await tx.emit(
    EmailsClosed,
    ...closed.map(
      ({ mail, status, reason, isDeadAddress = false, failure = null }): ClosedEmail => ({
        emailId: mail.id,
        contactId: mail.contactId,
        recipient: mail.recipient,
        campaignId: mail.campaignId,
        workflowId: mail.workflowId,
        executionId: mail.executionId,
        isTest: mail.isTest,
        depth: mail.depth,
        isPublic: mail.isPublic,
        status,
        reason,
        isDeadAddress,
        failure,
      }),
    ),
  );
}

/** `email.sent`, `email.failed` or `email.suppressed` (D-638); none for a cancelled mail. */
function eventOf({ mail, status, reason, error = null, sentAt = null }: ClosedMail): EmailEvent[] {
  switch (status) {
    case 'SENT':
      return [emailEvent(mail, 'sent', { sentAt: sentAt?.toISOString() ?? null })];
    case 'FAILED':
      return [emailEvent(mail, 'failed', { reason, error })];
    case 'SUPPRESSED':
      return [emailEvent(mail, 'suppressed', { reason })];
    case 'CANCELLED':
      return [];
  }
}
