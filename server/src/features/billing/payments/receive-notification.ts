import type { InstanceContext, ProjectId } from '#platform/context';
import { readId } from '#platform/ids';
import { NotSigned } from '../refusals.ts';
import { requirePayments } from './ask-provider.ts';
import { followSubscription } from './follow-subscription.ts';
import { isSeen, noteSeen } from './payment-events.ts';

const followed: readonly string[] = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
];

/** Handles a posted event of the payment provider. When it returns, the effect is committed; a repeat has none (D-683). */
export async function receiveNotification(ctx: InstanceContext, text: string, signature: string): Promise<void> {
  const payments = requirePayments(ctx);
  const notification = await payments.readNotification(text, signature, ctx.clock.now());
  if (!notification) throw NotSigned();
  const { id, type, customerId, subscriptionId } = notification;
  if (await ctx.read((reader) => isSeen(reader, id))) return;
  if (followed.includes(type) && customerId !== null && subscriptionId !== null) {
    const projectId = await projectOf(ctx, customerId);
    if (projectId) {
      return followSubscription(ctx.inProject(projectId), payments, { ...notification, customerId, subscriptionId });
    }
    ctx.log.info({ type }, 'event of a customer that pays for no project');
  }
  await ctx.transaction((tx) => noteSeen(tx, id));
}

async function projectOf(ctx: InstanceContext, customerId: string): Promise<ProjectId | null> {
  const [row] = await ctx.dispatch<{ project_id: string }>('project_of_customer', [customerId]);
  return row ? readId<'project'>(row.project_id) : null;
}
