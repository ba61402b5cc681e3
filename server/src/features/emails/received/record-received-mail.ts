import { readContactsByEmail, upsertContact } from '#features/contacts';
import { recordEvents } from '#features/events';
import type { ProjectTx } from '#platform/context';
import { countUse } from '#platform/rate-limit';
import type { JsonObject } from '#pure/custom-fields';
import { cut } from '#pure/text';
import { cutBody } from './cut-body.ts';
import type { ReceivedMail } from './received-mail.ts';

const mostNewPerHour = 1_000;
const mostCharacters = 998;
const mostAddresses = 100;

/**
 * Emits `email.received` for the sender's contact, which is made without a subscription if it is new (D-682). False when
 * the mail was here before, a virus was found in it, or it would make a contact and may not: then nothing is recorded.
 */
export async function recordReceivedMail(tx: ProjectTx, mail: ReceivedMail): Promise<boolean> {
  if (mail.verdicts.virus === 'FAIL') return false;
  const noted = await tx.db
    .insertInto('receivedMails')
    .values({ projectId: tx.projectId, fingerprint: mail.fingerprint, receivedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['projectId', 'fingerprint']).doNothing())
    .returning('projectId')
    .executeTakeFirst();
  if (!noted || !(await mayBeContact(tx, mail))) return false;
  const patch = { set: {}, remove: [], once: {} };
  const wish = { email: mail.from, subscribed: undefined, subscribedWhenNew: false, patch };
  const { contact } = await upsertContact(tx, wish, 'inbound');
  await recordEvents(tx, [{ contactId: contact.id, name: 'email.received', data: dataOf(mail) }]);
  return true;
}

/**
 * Anybody can write to a domain that receives, in anybody's name: a sender whom DMARC disowns makes no contact, and an hour
 * brings so many new ones and no more. Contacts that exist are told of either way.
 */
async function mayBeContact(tx: ProjectTx, { from, verdicts }: ReceivedMail): Promise<boolean> {
  if ((await readContactsByEmail(tx, [from])).size > 0) return true;
  if (verdicts.dmarc === 'FAIL') return false;
  const { used } = await countUse(tx.db, `inbound-contacts:${tx.projectId}`, mostNewPerHour, 3_600);
  return used <= mostNewPerHour;
}

function dataOf(mail: ReceivedMail): JsonObject {
  const { verdicts } = mail;
  const { text, isCut } = cutBody(storable(mail.body ?? ''));
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

const short = (text: string): string => cut(storable(text), mostCharacters);

/** Zero bytes have no place in the database. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
