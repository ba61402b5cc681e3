import type { EmailId, Notice } from '#features/emails';
import { applyNotices, noteDelay } from '#features/emails';
import type { InstanceContext } from '#platform/context';
import type { Report } from '#pure/bounce-reports';
import { readReport } from '#pure/bounce-reports';
import { keepReport } from './keep-report.ts';
import type { ReturnPath } from './recipient.ts';
import { returnPathOf } from './recipient.ts';

/**
 * What a mail that came back means for the email its address names (M8, M10). Brought twice it changes nothing more. What
 * nobody understands is kept and changes nothing.
 */
export async function takeReport(ctx: InstanceContext, email: ReturnPath, raw: Buffer): Promise<void> {
  await apply(ctx, email, await readReport(raw), raw);
}

/**
 * A complaint that a mailbox provider sends to the operator's address. It returns the mail, and that mail's own return path
 * names the email; a complaint without one that we signed has no effect.
 */
export async function takeFeedback(ctx: InstanceContext, raw: Buffer): Promise<void> {
  const report = await readReport(raw);
  for (const localPart of report.kind === 'complaint' ? report.returnPaths : []) {
    const email = await returnPathOf(ctx, localPart);
    if (email) return apply(ctx, email, report, raw);
  }
  ctx.log.info({ kind: report.kind }, 'feedback names no email of ours');
}

async function apply(
  ctx: InstanceContext,
  { projectId, emailId }: ReturnPath,
  report: Report,
  raw: Buffer,
): Promise<void> {
  await ctx.inProject(projectId).transaction(async (tx) => {
    const id = emailId as EmailId; // signed by us
    const notice = noticeOf(report, id, tx.now);
    if (report.kind === 'delay') await noteDelay(tx, { emailId: id, at: tx.now, diagnostic: report.diagnostic });
    else if (report.why === 'unknown') await keepReport(tx, emailId, raw);
    else if (notice) {
      const { unknown } = await applyNotices(tx, [notice]);
      if (unknown.length > 0) ctx.log.info({ projectId, emailId }, 'report of an email that is gone');
    }
  });
}

function noticeOf(report: Report, emailId: EmailId, at: Date): Notice | null {
  const { kind, bounceType, isAboutAddress, diagnostic, feedbackType } = report;
  if (kind === 'bounce' && bounceType) return { kind, emailId, at, bounceType, isAboutAddress, diagnostic };
  return kind === 'complaint' ? { kind, emailId, at, feedbackType } : null;
}
