import { recordEvents } from '#features/events';
import type { ProjectTx } from '#platform/context';
import type { EmailId } from '../email.ts';
import type { ClosedEmail } from '../news.ts';
import { EmailsClosed, EmailsNoticed } from '../news.ts';
import { suppressAddresses } from '../suppressions/suppress-addresses.ts';
import { confirmAttempts } from './confirm-attempts.ts';
import { mergeNotices } from './merge-notices.ts';
import { moveEmails } from './move-emails.ts';
import type { Notice } from './notice.ts';
import { eventsOf, newsOf, unwantedOf } from './tell.ts';
import type { Told } from './told.ts';

/**
 * Moves emails up their lattice (D-631, D-632), whatever the order or number of copies, with everything that follows: the
 * contact's events, suppressions, news. Answers the ids for which the project has no email that was handed over.
 * Cost: three row versions for a delivery (record, event, contact's event); none for a copy.
 */
export async function applyNotices(
  tx: ProjectTx,
  notices: readonly Notice[],
): Promise<{ unknown: readonly EmailId[] }> {
  if (notices.length === 0) return { unknown: [] };
  const merged = mergeNotices(notices);
  const moved = await moveEmails(tx, merged);
  const told = merged.flatMap(({ emailId, notices: own }): Told[] => {
    const email = moved.get(emailId);
    return email ? [{ email, notices: own }] : [];
  });
  await confirmAttempts(tx, told);
  await recordEvents(tx, told.flatMap(eventsOf));
  await suppressAddresses(tx, told.flatMap(unwantedOf));
  await tx.emit(EmailsClosed, ...told.flatMap(closedOf));
  await tx.emit(EmailsNoticed, ...told.flatMap(newsOf));
  return { unknown: merged.map(({ emailId }) => emailId).filter((id) => !moved.has(id)) };
}

/** A mail whose notice was faster than our own result, or ended a doubt. */
const closedOf = ({ email }: Told): ClosedEmail[] =>
  email.oldStatus === 'QUEUED' ? [{ ...email, emailId: email.id, status: 'SENT', reason: null }] : [];
