import type { ProjectTx } from '#platform/context';
import { announceClosed } from '../announce-closed.ts';
import { deliveries } from '../delivery/deliveries.ts';
import { closureAtAcceptance } from '../delivery/may-leave.ts';
import { storeLinks } from '../links/store-links.ts';
import type { Acceptance, AcceptedMail } from './accepted-mail.ts';
import { countTestBytes } from './count-test-bytes.ts';
import { insertMails } from './insert-mails.ts';
import { limitPublicMails } from './limit-public-mails.ts';
import { noSuppressions, type Suppressions } from './load-suppressions.ts';

/**
 * Accepts rendered mails in the caller's transaction: writes records, contents and due deliveries, and an event for each mail
 * that will not be sent. Returns one outcome for each, in order.
 * Cost: three row versions a mail, and one for each address that the project links to for the first time; two statements, sent with
 * the commit. `listed`: the entries for the recipients in the lists of suppressed addresses.
 * Test mail costs one more of each for the whole batch, to count its bytes; so does mail that follows from the public key.
 */
export async function acceptMails(
  tx: ProjectTx,
  mails: readonly AcceptedMail[],
  listed: ReadonlyMap<string, Suppressions>,
): Promise<readonly Acceptance[]> {
  const judged = mails.map((mail): Acceptance => {
    const contact = contactStateOf(mail);
    const closure = closureAtAcceptance({
      type: mail.type,
      contact,
      ...(listed.get(mail.recipient) ?? noSuppressions),
    });
    return { mail, closure: closure ?? (mail.html === null ? { status: 'FAILED', reason: 'RENDER_FAILED' } : null) };
  });
  const accepted = await limitPublicMails(tx, judged);
  await insertMails(tx, accepted);
  await storeLinks(
    tx,
    accepted.flatMap(({ mail, closure }) => (mail.tracksClicks && !closure && mail.html ? [mail.html] : [])),
  );
  await announceClosed(
    tx,
    accepted.flatMap(({ mail, closure }) => (closure ? [{ mail, ...closure }] : [])),
  );
  await countTestBytes(tx, mails);
  tx.afterCommit(() => deliveries.wake());
  return accepted;
}

function contactStateOf({ contactId, isSubscribed }: AcceptedMail): 'subscribed' | 'unsubscribed' | 'none' {
  if (contactId === null) return 'none';
  return isSubscribed ? 'subscribed' : 'unsubscribed';
}
