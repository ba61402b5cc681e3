import { createHash } from 'node:crypto';
import type { ReceivedMail } from '#features/emails';
import { recordReceivedMail } from '#features/emails';
import type { ProjectContext } from '#platform/context';
import { normaliseAddress } from '#pure/addresses';
import type { IncomingMail } from '#pure/incoming-mail';
import type { SenderVerdicts } from './judge-sender.ts';
import type { IncomingMessage } from './take-message.ts';

interface Taken {
  readonly message: IncomingMessage;
  readonly mail: IncomingMail;
  readonly verdicts: SenderVerdicts;
  /** Addresses of this project that it was brought for. */
  readonly addresses: readonly string[];
  readonly began: number;
}

/** Tells a project of a mail to one of its domains (D-682). Reports and mail without a sender concern no contact. */
export async function takeMail(ctx: ProjectContext, taken: Taken): Promise<void> {
  const { mail, message } = taken;
  const from = mail.from ?? normaliseAddress(message.sender);
  if (mail.isReport || from === null) {
    ctx.log.info({ projectId: ctx.projectId, isReport: mail.isReport }, 'incoming mail is nobody’s');
    return;
  }
  await ctx.transaction((tx) => recordReceivedMail(tx, receivedOf(taken, from, tx.now)));
}

function receivedOf({ message, mail, verdicts, addresses, began }: Taken, from: string, now: Date): ReceivedMail {
  const fingerprint = createHash('sha256').update(message.raw).update(`\0${addresses.toSorted().join()}`).digest();
  return {
    fingerprint,
    from,
    fromHeader: mail.fromHeader || from,
    to: mail.to,
    recipients: addresses,
    messageId: mail.messageId,
    subject: mail.subject,
    timestamp: mail.date ?? now,
    body: mail.text,
    isBodyCut: mail.isCut,
    size: message.size,
    verdicts: { ...verdicts, spam: 'GRAY', virus: 'GRAY' }, // nobody here looks for them
    isAutoSubmitted: mail.isAutomatic || message.sender === '',
    processingTimeMillis: Math.round(performance.now() - began),
  };
}
