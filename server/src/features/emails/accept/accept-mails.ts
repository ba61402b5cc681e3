import { recordEvents } from '#features/events';
import type { ProjectTx } from '#platform/context';
import { deliveries } from '../delivery/deliveries.ts';
import { emailEvent } from '../email-event.ts';
import { storeLinks } from '../links/store-links.ts';
import { EmailsClosed } from '../news.ts';
import type { Acceptance, AcceptedMail } from './accepted-mail.ts';
import { countTestBytes } from './count-test-bytes.ts';
import { whyNotSent } from './decide.ts';
import { insertMails } from './insert-mails.ts';
import { suppressionsOf } from './suppressions-of.ts';

/**
 * Accepts rendered mails inside the transaction of whoever makes them: records, contents and due deliveries, and for those
 * that will not be sent the event that says so. One outcome for each, in order.
 * Cost: three row versions a mail, and one for each address that the project links to for the first time; three statements.
 * Test mail costs one more of each for the whole batch: its bytes are counted.
 */
export async function acceptMails(tx: ProjectTx, mails: readonly AcceptedMail[]): Promise<Acceptance[]> {
  const listed = await suppressionsOf(
    tx,
    mails.map(({ recipient }) => recipient),
  );
  const accepted = mails.map((mail): Acceptance => {
    const closing = whyNotSent(mail.type, mail.isSubscribed, listed.get(mail.recipient) ?? []);
    return { mail, closing: closing ?? (mail.html === null ? { status: 'FAILED', reason: 'RENDER_FAILED' } : null) };
  });
  await insertMails(tx, accepted);
  await storeLinks(
    tx,
    accepted.flatMap(({ mail, closing }) => (mail.tracksClicks && !closing && mail.html ? [mail.html] : [])),
  );
  await tellOfClosed(tx, accepted);
  await countTestBytes(tx, mails);
  tx.afterCommit(() => deliveries.wake());
  return accepted;
}

async function tellOfClosed(tx: ProjectTx, accepted: readonly Acceptance[]): Promise<void> {
  const closed = accepted.flatMap(({ mail, closing }) => (closing ? [{ mail, closing }] : []));
  if (closed.length === 0) return;
  await recordEvents(
    tx,
    closed.flatMap(({ mail, closing: { status, reason } }) =>
      status === 'FAILED'
        ? emailEvent(mail, 'failed', { reason, error: null })
        : emailEvent(mail, 'suppressed', { reason }),
    ),
  );
  await tx.emit(
    EmailsClosed,
    ...closed.map(({ mail, closing }) => ({
      emailId: mail.id,
      contactId: mail.contactId,
      campaignId: mail.campaignId,
      workflowId: mail.workflowId,
      executionId: mail.executionId,
      isTest: mail.isTest,
      ...closing,
    })),
  );
}
