import type { OpenUsage } from '#features/billing';
import type { ProjectTx } from '#platform/context';
import { announceClosed } from '../announce-closed.ts';
import { deliveries } from '../delivery/deliveries.ts';
import { storeLinks } from '../links/store-links.ts';
import type { Acceptance, AcceptedMail } from './accepted-mail.ts';
import { countTestBytes } from './count-test-bytes.ts';
import { insertMails } from './insert-mails.ts';
import { judgeMail } from './judge-mail.ts';
import { limitByCap } from './limit-by-cap.ts';
import { limitPublicMails } from './limit-public-mails.ts';
import type { Suppressions } from './load-suppressions.ts';

/** What is loaded before mails are accepted. */
interface AcceptanceFacts {
  /** The entries for the recipients in the lists of suppressed addresses. */
  readonly listed: ReadonlyMap<string, Suppressions>;
  readonly usage: OpenUsage;
}

/**
 * Accepts rendered mails in the caller's transaction: writes records, contents and due deliveries, and an event for each mail
 * that will not be sent. Returns one outcome for each, in order.
 * Cost: three row versions a mail, and one for each address that the project links to for the first time; two statements, sent with
 * the commit. One more of each for the whole batch counts it. All mails are of one category, that of `usage`.
 * Test mail costs one more of each for the whole batch, to count its bytes; so does mail that follows from the public key.
 */
export async function acceptMails(
  tx: ProjectTx,
  mails: readonly AcceptedMail[],
  { listed, usage }: AcceptanceFacts,
): Promise<readonly Acceptance[]> {
  const judged = mails.map((mail) => judgeMail(mail, listed));
  const accepted = await limitByCap(tx, await limitPublicMails(tx, judged), usage);
  await insertMails(tx, accepted, usage.periodStart);
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
