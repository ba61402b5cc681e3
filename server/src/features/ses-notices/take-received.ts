import { createHash } from 'node:crypto';
import { receivingProject } from '#features/domains';
import type { ReceivedMail } from '#features/emails';
import { recordReceivedMail } from '#features/emails';
import type { InstanceContext, ProjectId } from '#platform/context';
import { domainOf, normaliseAddress } from '#pure/addresses';
import type { IncomingMail } from '#pure/incoming-mail';
import { readMail } from '#pure/incoming-mail';
import { noteSeen } from './messages.ts';
import type { SesReceived } from './read-received.ts';

/**
 * Tells each project of mail to its domains (D-682). A repeat after half of them are told is noticed by those that are;
 * the message counts as seen when all are.
 */
export async function takeReceived(ctx: InstanceContext, messageId: string, received: SesReceived): Promise<void> {
  const mail = await readMail(received.raw);
  for (const [projectId, recipients] of await recipientsByProject(ctx, received.recipients)) {
    if (mail.from === null || mail.isReport) continue;
    const told = toldOf(received, mail, mail.from, recipients);
    await ctx.inProject(projectId).transaction((tx) => recordReceivedMail(tx, told));
  }
  await ctx.transaction((tx) => noteSeen(tx, messageId));
}

async function recipientsByProject(ctx: InstanceContext, texts: readonly string[]): Promise<Map<ProjectId, string[]>> {
  const found = new Map<ProjectId, string[]>();
  for (const text of texts) {
    const address = normaliseAddress(text);
    const projectId = address === null ? null : await receivingProject(ctx, domainOf(address));
    if (address !== null && projectId) found.set(projectId, [...(found.get(projectId) ?? []), address]);
  }
  return found;
}

function toldOf(received: SesReceived, mail: IncomingMail, from: string, recipients: readonly string[]): ReceivedMail {
  const { sesMessageId, raw, verdicts, size, processingTimeMillis } = received;
  const mark = sesMessageId === '' ? raw : sesMessageId;
  const fingerprint = createHash('sha256').update('ses\0').update(mark).update(`\0${recipients.join()}`).digest();
  return {
    fingerprint,
    from,
    fromHeader: mail.fromHeader || from,
    to: mail.to,
    recipients,
    messageId: mail.messageId,
    subject: mail.subject,
    timestamp: received.timestamp ?? mail.date ?? new Date(0),
    body: mail.text,
    isBodyCut: mail.isCut,
    size,
    verdicts,
    isAutoSubmitted: mail.isAutomatic,
    processingTimeMillis,
  };
}
