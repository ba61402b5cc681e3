import { createHash } from 'node:crypto';
import { findReceivingProject } from '#features/domains';
import { type ReceivedMail, recordReceivedMail } from '#features/emails';
import type { InstanceContext, ProjectId } from '#platform/context';
import { isProjectClosed, isProjectMoving } from '#platform/db';
import { domainOf, normaliseAddress } from '#pure/addresses';
import { type IncomingMail, readMail } from '#pure/incoming-mail';
import { noteSeen } from './messages.ts';
import type { SesReceivedMail } from './read-received.ts';

/**
 * Records mail in each project of its recipients' domains (D-682). A repeat after a failure has no effect in the projects that
 * have it already; the message counts as seen when all have it.
 */
export async function handleReceived(
  ctx: InstanceContext,
  messageId: string,
  received: SesReceivedMail,
): Promise<void> {
  const mail = await readMail(received.raw);
  for (const [projectId, recipients] of await recipientsByProject(ctx, received.recipients)) {
    if (mail.from === null || mail.isReport) continue;
    const receivedMail = receivedMailOf(received, mail, mail.from, recipients);
    await ctx
      .inProject(projectId)
      .transaction((tx) => recordReceivedMail(tx, receivedMail))
      .catch((error: unknown) => {
        if (!isProjectClosed(error) || isProjectMoving(error)) throw error; // dropped (D-1152)
      });
  }
  await ctx.transaction((tx) => noteSeen(tx, messageId));
}

async function recipientsByProject(ctx: InstanceContext, texts: readonly string[]): Promise<Map<ProjectId, string[]>> {
  const found = new Map<ProjectId, string[]>();
  for (const text of texts) {
    const address = normaliseAddress(text);
    const projectId = address === null ? null : await findReceivingProject(ctx, domainOf(address));
    if (address !== null && projectId) found.set(projectId, [...(found.get(projectId) ?? []), address]);
  }
  return found;
}

function receivedMailOf(
  received: SesReceivedMail,
  mail: IncomingMail,
  from: string,
  recipients: readonly string[],
): ReceivedMail {
  const { sesMessageId, raw, verdicts, size, processingTimeMillis } = received;
  const identifier = sesMessageId === '' ? raw : sesMessageId;
  const fingerprint = createHash('sha256').update('ses\0').update(identifier).update(`\0${recipients.join()}`).digest();
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
