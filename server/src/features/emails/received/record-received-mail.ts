import { upsertContact } from '#features/contacts';
import { recordEvents } from '#features/events';
import type { ProjectTx } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import type { ReceivedMail } from './received-mail.ts';

const mostBytes = 65_536;
const mostCharacters = 998;
const mostAddresses = 100;

/**
 * Emits `email.received` for the sender's contact, which is made without a subscription if it is new (D-682). False when
 * the mail was here before, or a virus was found in it: then nothing is recorded.
 */
export async function recordReceivedMail(tx: ProjectTx, mail: ReceivedMail): Promise<boolean> {
  if (mail.verdicts.virus === 'FAIL') return false;
  const noted = await tx.db
    .insertInto('receivedMails')
    .values({ projectId: tx.projectId, fingerprint: mail.fingerprint, receivedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['projectId', 'fingerprint']).doNothing())
    .returning('projectId')
    .executeTakeFirst();
  if (!noted) return false;
  const patch = { set: {}, remove: [], once: {} };
  const wish = { email: mail.from, subscribed: undefined, subscribedWhenNew: false, patch };
  const { contact } = await upsertContact(tx, wish, 'inbound');
  await recordEvents(tx, [{ contactId: contact.id, name: 'email.received', data: dataOf(mail) }]);
  return true;
}

function dataOf(mail: ReceivedMail): JsonObject {
  const { verdicts } = mail;
  const { text, isCut } = cut(mail.body ?? '');
  return {
    sourceType: 'INBOUND',
    emailId: null,
    messageId: mail.messageId === null ? null : short(mail.messageId),
    from: mail.from,
    fromHeader: short(mail.fromHeader),
    to: mail.to.slice(0, mostAddresses).map(short),
    subject: short(mail.subject),
    timestamp: mail.timestamp.toISOString(),
    recipients: mail.recipients.slice(0, mostAddresses).map(short),
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

const short = (text: string): string => storable(text).slice(0, mostCharacters).toWellFormed();

/** At most 64 KB in UTF-8, cut between characters. */
function cut(text: string): { text: string; isCut: boolean } {
  const bytes = Buffer.from(storable(text));
  if (bytes.length <= mostBytes) return { text: bytes.toString(), isCut: false };
  return {
    text: bytes
      .subarray(0, mostBytes)
      .toString()
      .replace(/\uFFFD+$/, ''),
    isCut: true,
  };
}

/** Zero bytes have no place in the database. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
