import type { InstanceContext, ProjectId } from '#platform/context';
import { readMail } from '#pure/incoming-mail';
import type { Collected } from './collect-message.ts';
import { judgeSender } from './judge-sender.ts';
import type { Recipient } from './recipient.ts';
import { takeMail } from './take-mail.ts';
import { takeFeedback, takeReport } from './take-report.ts';

/** A message with everything its envelope said. */
export interface IncomingMessage extends Collected {
  readonly recipients: readonly Recipient[];
  /** Of the envelope; empty for reports. */
  readonly sender: string;
  readonly clientAddress: string;
  readonly helo: string;
}

/**
 * One transaction for each project that it concerns. When one of them fails the sender brings it again, and those that
 * have it already notice.
 */
export async function takeMessage(ctx: InstanceContext, message: IncomingMessage): Promise<void> {
  const began = performance.now();
  const { recipients, raw } = message;
  for (const recipient of recipients) {
    if (recipient.kind === 'return-path') await takeReport(ctx, recipient, raw);
    if (recipient.kind === 'feedback') await takeFeedback(ctx, raw);
  }
  const mailboxes = Map.groupBy(
    recipients.flatMap((recipient) => (recipient.kind === 'mailbox' ? [recipient] : [])),
    ({ projectId }): ProjectId => projectId,
  );
  if (mailboxes.size === 0) return;
  const mail = await readMail(raw);
  const verdicts = await judgeSender(ctx, message);
  for (const [projectId, boxes] of mailboxes) {
    const addresses = boxes.map(({ address }) => address);
    await takeMail(ctx.inProject(projectId), { message, mail, verdicts, addresses, began });
  }
}
