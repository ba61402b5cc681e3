import type { InstanceContext, ProjectId } from '#platform/context';
import { isProjectClosed, isProjectMoving } from '#platform/db';
import { readMail } from '#pure/incoming-mail';
import { handleMail } from './handle-mail.ts';
import { handleFeedback, handleReport } from './handle-report.ts';
import type { IncomingMessage } from './incoming-message.ts';
import { judgeSender } from './judge-sender.ts';

/**
 * One transaction for each project that it concerns. When one of them fails the others have it nevertheless, and the sender sends it again,
 * which has no effect in the projects that have it already. For a project that is being reset, or is gone, it is taken and dropped (D-1152).
 */
export async function handleMessage(ctx: InstanceContext, message: IncomingMessage): Promise<void> {
  const startedMs = performance.now();
  const { recipients, raw } = message;
  const failures: unknown[] = [];
  const note = (error: unknown): void => {
    if (!isDropped(error)) failures.push(error);
  };
  for (const recipient of recipients) {
    if (recipient.kind === 'return-path') await handleReport(ctx, recipient, raw).catch(note);
    if (recipient.kind === 'feedback') await handleFeedback(ctx, raw).catch(note);
  }
  await handleMailboxes(ctx, message, startedMs, note);
  if (failures.length > 0) throw failures[0];
}

async function handleMailboxes(
  ctx: InstanceContext,
  message: IncomingMessage,
  startedMs: number,
  note: (error: unknown) => void,
): Promise<void> {
  const { recipients, raw } = message;
  const mailboxes = Map.groupBy(
    recipients.flatMap((recipient) => (recipient.kind === 'mailbox' ? [recipient] : [])),
    ({ projectId }): ProjectId => projectId,
  );
  if (mailboxes.size === 0) return;
  const mail = await readMail(raw);
  const verdicts = await judgeSender(ctx, message);
  for (const [projectId, boxes] of mailboxes) {
    const addresses = boxes.map(({ address }) => address);
    const projectMail = { message, mail, verdicts, addresses, startedMs };
    await handleMail(ctx.inProject(projectId), projectMail).catch(note);
  }
}

/** Not so for a project that is being moved: a sender repeats what was refused, until the other installation takes it. */
const isDropped = (error: unknown): boolean => isProjectClosed(error) && !isProjectMoving(error);
