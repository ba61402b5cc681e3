import { countUnits } from '#features/billing';
import type { ProjectTx } from '#platform/context';
import { billedAs } from '../billed-as.ts';
import type { EmailId } from '../email.ts';
import { recordEmailEvents } from '../email-event.ts';
import {
  type ClickedLink,
  type ClosedEmail,
  EmailsClosed,
  EmailsNoticed,
  LinksClicked,
  type MachineHit,
  MachinesNoticed,
} from '../signals.ts';
import { suppressAddresses } from '../suppressions/suppress-addresses.ts';
import { confirmAttempts } from './confirm-attempts.ts';
import { addressesToSuppress, eventsOf, noticedOf } from './consequences.ts';
import type { EmailChange } from './email-change.ts';
import { mergeNotices } from './merge-notices.ts';
import { moveEmails } from './move-emails.ts';
import type { Notice } from './notice.ts';

/**
 * Moves emails up the lattice of statuses (D-631, D-632), whatever the order or number of copies, with all consequences:
 * events of the contact, suppressions, signals. Returns the ids for which the project has no email that was handed over.
 * Cost: three row versions for a delivery (record, event, contact's event); none for a copy.
 * Why hits of machines are emitted here: what they count is locked before the units, as what notices count.
 */
export async function applyNotices(
  tx: ProjectTx,
  notices: readonly Notice[],
  machines: readonly MachineHit[] = [],
): Promise<{ unknown: readonly EmailId[] }> {
  if (notices.length === 0) {
    await tx.emit(MachinesNoticed, ...machines);
    return { unknown: [] };
  }
  const merged = mergeNotices(notices);
  const moved = await moveEmails(tx, merged);
  const changes = merged.flatMap(({ emailId, notices: own }): EmailChange[] => {
    const email = moved.get(emailId);
    return email ? [{ email, notices: own }] : [];
  });
  await confirmAttempts(tx, changes);
  await recordEmailEvents(tx, changes.flatMap(eventsOf));
  await suppressAddresses(tx, changes.flatMap(addressesToSuppress));
  await tx.emit(EmailsClosed, ...changes.flatMap(closedOf));
  await tx.emit(EmailsNoticed, ...changes.flatMap(noticedOf));
  await tx.emit(LinksClicked, ...changes.flatMap(clickedOf));
  await tx.emit(MachinesNoticed, ...machines);
  countUnits(tx, billedAs(changes.map(({ email }) => email).filter(({ isFirstSent }) => isFirstSent)));
  return { unknown: merged.map(({ emailId }) => emailId).filter((id) => !moved.has(id)) };
}

/** A mail whose notice came before our own result, or ended a doubt. */
const closedOf = ({ email }: EmailChange): ClosedEmail[] =>
  email.oldStatus === 'QUEUED' ? [{ ...email, emailId: email.id, status: 'SENT', reason: null }] : [];

const clickedOf = ({ email: { id: emailId, campaignId }, notices }: EmailChange): ClickedLink[] =>
  notices.flatMap((notice) =>
    notice.kind === 'click' ? [{ emailId, campaignId, link: notice.link, isFirstOfLink: notice.isFirstOfLink }] : [],
  );
