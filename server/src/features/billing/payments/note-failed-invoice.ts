import { z } from 'zod';
import { listTeamLeaders, projectPageUrl } from '#features/projects';
import { defineInstanceTask, type ProjectId, type ProjectTx } from '#platform/context';
import { cleanHeaderText } from '#pure/message';

/** Mails the owners that an invoice could not be paid, once for each invoice. */
export async function noteFailedInvoice(tx: ProjectTx, invoiceId: string): Promise<void> {
  const noted = await tx.db
    .insertInto('billingFailedInvoices')
    .values({ projectId: tx.projectId, invoiceId, failedAt: tx.now })
    .onConflict((conflict) => conflict.columns(['projectId', 'invoiceId']).doNothing())
    .returning('invoiceId')
    .executeTakeFirst();
  if (!noted) return;
  // One task for each person: a failed mail is repeated to that person only.
  for (const { userId, role } of await listTeamLeaders(tx, tx.projectId)) {
    if (role === 'OWNER') await tx.enqueue(sendPaymentNotice, { projectId: tx.projectId, userId });
  }
}

/** Mails one owner that a payment failed. A second run repeats the mail to this person alone. */
export const sendPaymentNotice = defineInstanceTask({
  name: 'billing.send-payment-notice',
  payload: z.object({ projectId: z.string(), userId: z.string() }),
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { projectId, userId }) {
    if (!ctx.mail.canSend) return;
    const project = projectId as ProjectId; // stamped by the transaction
    const leaders = await ctx.read((reader) => listTeamLeaders(reader, project));
    const owner = leaders.find((one) => one.userId === userId && one.role === 'OWNER');
    if (!owner) return;
    const lines = [
      'Hello,',
      'an invoice could not be paid. The payment is tried again over the next days. If it fails each time, the project is disabled.',
      'Please check the means of payment:',
      projectPageUrl(ctx.config, project, 'settings/billing'),
      '',
    ];
    const subject = `${cleanHeaderText(owner.projectName)}: a payment failed`;
    await ctx.mail.send({ to: owner.email, subject, text: lines.join('\n\n') });
  },
});
