import { countUnits, countUsage, openUsage, reserveUsage } from '#features/billing';
import { emptyPatch, findContactsByEmail, upsertContact } from '#features/contacts';
import { recordEvents } from '#features/events';
import { logActivity } from '#platform/activity-log';
import type { ProjectTx } from '#platform/context';
import { countUse } from '#platform/rate-limit';
import type { PlatformEventData } from '#pure/event-names';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import type { ReceivedMail } from './received-mail.ts';

const { newContactsByIncomingMail: newContacts, notedIncomingMail: noted, receivedAddresses: maxAddresses } = limits;

/**
 * Records `email.received` for the sender's contact, which is created unsubscribed if it is new (D-682). False when the mail
 * was received before, has a virus, or needs a new contact that is not allowed: then there is no event.
 */
export async function recordReceivedMail(tx: ProjectTx, mail: ReceivedMail): Promise<boolean> {
  const inserted = await tx.db
    .insertInto('receivedMails')
    .values({ projectId: tx.projectId, fingerprint: mail.fingerprint, receivedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['projectId', 'fingerprint']).doNothing())
    .returning('projectId')
    .executeTakeFirst();
  if (!inserted) return false;
  if (mail.verdicts.virus === 'FAIL') {
    await noteRefused(tx, mail);
    return false;
  }
  if (!(await mayBeContact(tx, mail))) return false;
  const input = { email: mail.from, subscribed: undefined, subscribedWhenNew: false, patch: emptyPatch };
  const { contact } = await upsertContact(tx, input, 'inbound');
  await recordEvents(tx, [{ contactId: contact.id, name: 'email.received', data: dataOf(mail) }]);
  await countReceived(tx);
  return true;
}

/**
 * A mail with a virus is no event, so that nothing is done with it, but the activity shows that it came (D-1016): a number of them in
 * a day, because anyone can send them.
 */
async function noteRefused(tx: ProjectTx, { from, subject, verdicts }: ReceivedMail): Promise<void> {
  const { used } = await countUse(tx.db, `inbound-noted:${tx.projectId}`, noted);
  if (used > noted.max) return;
  const shown = { from, subject: short(subject), spamVerdict: verdicts.spam, virusVerdict: verdicts.virus };
  await logActivity(tx, [{ name: 'email.received', data: shown }]);
}

/** A cap on received mail refuses nothing (D-1143): the mail is there, and it is counted beyond the cap. */
async function countReceived(tx: ProjectTx): Promise<void> {
  const reservation = await reserveUsage(tx, await openUsage(tx, 'inbound'), 1);
  await countUsage(tx, reservation, 1);
  countUnits(tx, ['inbound']);
}

/**
 * Anyone can write to a domain that receives mail, with any sender address: a sender that fails DMARC creates no contact, and
 * the number of new contacts in an hour is limited. For existing contacts the event is always recorded.
 */
async function mayBeContact(tx: ProjectTx, { from, verdicts }: ReceivedMail): Promise<boolean> {
  if ((await findContactsByEmail(tx, [from])).size > 0) return true;
  if (verdicts.dmarc === 'FAIL') return false;
  const { used } = await countUse(tx.db, `inbound-contacts:${tx.projectId}`, newContacts);
  return used <= newContacts.max;
}

function dataOf(mail: ReceivedMail): PlatformEventData<'email.received'> {
  const { verdicts } = mail;
  const { text, isCut } = cutBody(storable(mail.body ?? ''));
  return {
    sourceType: 'INBOUND',
    emailId: null,
    messageId: mail.messageId === null ? null : short(mail.messageId),
    from: mail.from,
    fromHeader: short(mail.fromHeader),
    to: mail.to.slice(0, maxAddresses).map(short),
    subject: short(mail.subject),
    timestamp: mail.timestamp.toISOString(),
    recipients: mail.recipients.slice(0, maxAddresses).map(short),
    hasContent: text !== '',
    body: text === '' ? null : text,
    bodyTruncated: isCut || mail.isBodyCut,
    size: mail.size,
    spamVerdict: verdicts.spam,
    virusVerdict: verdicts.virus,
    spfVerdict: verdicts.spf,
    dkimVerdict: verdicts.dkim,
    dmarcVerdict: verdicts.dmarc,
    processingTimeMillis: mail.processingTimeMillis,
    autoSubmitted: mail.isAutoSubmitted,
  };
}

const short = (text: string): string => cut(storable(text), limits.receivedTextCharacters);

/** The database cannot store zero bytes. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** At most 64 KB in UTF-8, cut between characters. */
export function cutBody(text: string): { text: string; isCut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= limits.receivedBodyBytes) return { text, isCut: false };
  let end = limits.receivedBodyBytes;
  while (end > 0 && isInside(bytes[end])) end -= 1;
  return { text: bytes.toString('utf8', 0, end), isCut: true };
}

/** A continuation byte of a UTF-8 character. */
const isInside = (byte = 0): boolean => (byte & 0xc0) === 0x80;
