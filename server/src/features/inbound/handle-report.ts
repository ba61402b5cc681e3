import { applyNotices, type EmailId, type Notice, noteDelay } from '#features/emails';
import type { InstanceContext, ProjectTx } from '#platform/context';
import { type BounceReport, readReport } from '#pure/bounce-reports';
import { findReturnPath, type ReturnPathRecipient } from './recipient.ts';

/**
 * Applies a report to the email that its address names (M8, M10). Received twice it changes nothing more. A report that is not
 * understood is stored and changes nothing.
 */
export async function handleReport(ctx: InstanceContext, email: ReturnPathRecipient, raw: Buffer): Promise<void> {
  await apply(ctx, email, await readReport(raw), raw);
}

/**
 * A complaint that a mailbox provider sends to the operator's address. It returns the mail, and that mail's own return path
 * names the email; a complaint without one that we signed has no effect.
 */
export async function handleFeedback(ctx: InstanceContext, raw: Buffer): Promise<void> {
  const report = await readReport(raw);
  for (const localPart of report.kind === 'complaint' ? report.returnPaths : []) {
    const email = await findReturnPath(ctx, localPart);
    if (email) return apply(ctx, email, report, raw);
  }
  ctx.log.info({ kind: report.kind }, 'feedback names no email of ours');
}

async function apply(
  ctx: InstanceContext,
  { projectId, emailId }: ReturnPathRecipient,
  report: BounceReport,
  raw: Buffer,
): Promise<void> {
  await ctx.inProject(projectId).transaction(async (tx) => {
    const id = emailId as EmailId; // signed by us
    switch (report.kind) {
      case 'bounce':
      case 'complaint': {
        const { unknown } = await applyNotices(tx, [noticeOf(report, id, tx.now)]);
        if (unknown.length > 0) ctx.log.info({ projectId, emailId }, 'report of an email that is gone');
        break;
      }
      case 'delay':
        await noteDelay(tx, { emailId: id, at: tx.now, diagnostic: report.diagnostic });
        break;
      case 'none':
        if (report.why === 'unknown') await keepReport(tx, emailId, raw);
    }
  });
}

function noticeOf(report: Extract<BounceReport, { kind: 'bounce' | 'complaint' }>, emailId: EmailId, at: Date): Notice {
  if (report.kind === 'complaint') return { kind: 'complaint', emailId, at, feedbackType: report.feedbackType };
  const { bounceType, isAboutAddress, diagnostic } = report;
  return { kind: 'bounce', emailId, at, bounceType, isAboutAddress, diagnostic };
}

const maxReportBytes = 65_536;
const maxReportsOfProject = 100;

/** Stores the beginning of a mail for the operator, unless the contact was deleted; of more than a hundred the oldest is deleted. */
async function keepReport(tx: ProjectTx, emailId: string, raw: Buffer): Promise<void> {
  const { db, projectId, now } = tx;
  const email = await db
    .selectFrom('emails')
    .select('recipient')
    .where('projectId', '=', projectId)
    .where('id', '=', emailId)
    .forShare() // Why: one that is being erased is seen as it is afterwards
    .executeTakeFirst();
  if (email?.recipient === null) return;
  await db
    .insertInto('inboundReports')
    .values({ projectId, id: tx.newId(), emailId, raw: raw.subarray(0, maxReportBytes), receivedAt: now })
    .execute();
  const surplus = db
    .selectFrom('inboundReports')
    .select('id')
    .where('projectId', '=', projectId)
    .orderBy('id', 'desc')
    .offset(maxReportsOfProject)
    .limit(maxReportsOfProject);
  await db.deleteFrom('inboundReports').where('projectId', '=', projectId).where('id', 'in', surplus).execute();
}
