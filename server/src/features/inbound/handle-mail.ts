import { createHash } from 'node:crypto';
import { type ReceivedMail, recordReceivedMail } from '#features/emails';
import type { ProjectContext } from '#platform/context';
import { normaliseAddress } from '#pure/addresses';
import type { IncomingMail } from '#pure/incoming-mail';
import type { IncomingMessage } from './incoming-message.ts';
import type { SenderVerdicts } from './judge-sender.ts';

interface ProjectMail {
  readonly message: IncomingMessage;
  readonly mail: IncomingMail;
  readonly verdicts: SenderVerdicts;
  /** Its recipients in this project. */
  readonly addresses: readonly string[];
  readonly startedMs: number;
}

/** Records a mail to one of the project's domains (D-682). Reports and mail without a sender belong to no contact. */
export async function handleMail(ctx: ProjectContext, projectMail: ProjectMail): Promise<void> {
  const { mail, message } = projectMail;
  const from = mail.from ?? normaliseAddress(message.sender);
  if (mail.isReport || from === null) {
    ctx.log.info({ projectId: ctx.projectId, isReport: mail.isReport }, 'incoming mail is nobody’s');
    return;
  }
  await ctx.transaction((tx) => recordReceivedMail(tx, receivedMailOf(projectMail, from, tx.now)));
}

function receivedMailOf(
  { message, mail, verdicts, addresses, startedMs }: ProjectMail,
  from: string,
  now: Date,
): ReceivedMail {
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
    verdicts: { ...verdicts, spam: 'GRAY', virus: 'GRAY' }, // not checked here
    isAutoSubmitted: mail.isAutomatic || message.sender === '',
    processingTimeMillis: Math.round(performance.now() - startedMs),
  };
}
