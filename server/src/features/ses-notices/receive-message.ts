import type { InstanceContext } from '#platform/context';
import { fetchFromSns } from '#platform/sns';
import { confirmationAddress, type SnsMessage } from '#pure/sns';
import { handleNotice } from './handle-notice.ts';
import { handleReceived } from './handle-received.ts';
import { isSeen, keepMessage, noteSeen } from './messages.ts';
import { readNotice } from './read-notice.ts';
import { NotFromOurTopic, SesNotUsed } from './refusals.ts';
import { isSesUsed, type PostedContext, verifyMessage } from './verify-message.ts';

/** Handles a posted message. When it returns, the effect is committed; a repeat has none (D-680, D-681). */
export async function receiveMessage(ctx: PostedContext, body: string): Promise<void> {
  const verified = await verifyMessage(ctx, body);
  if (!verified) throw isSesUsed(ctx.config) ? NotFromOurTopic() : SesNotUsed();
  const { message, isOfInstance } = verified;
  if (message.type === 'Notification' && !isOfInstance) return receiveOfProject(ctx, message);
  if (message.type === 'Notification') return receiveNotification(ctx, message);
  if (message.type === 'UnsubscribeConfirmation' && !isOfInstance) return;
  if (await ctx.read((reader) => isSeen(reader, message.messageId))) return;
  if (message.type === 'SubscriptionConfirmation') {
    await confirmSubscription(ctx, message);
    await ctx.transaction((tx) => noteSeen(tx, message.messageId));
    return;
  }
  ctx.log.warn({ topic: message.topicArn }, 'topic no longer sends its notices here');
  await ctx.transaction((tx) => keepMessage(tx, message.messageId, 'unsubscribed', message.message));
}

async function receiveNotification(ctx: InstanceContext, { messageId, message, timestamp }: SnsMessage): Promise<void> {
  const parsed = readNotice(message, new Date(timestamp));
  countNotice(ctx, parsed.kind === 'notice' ? parsed.event.kind : parsed.kind);
  if (parsed.kind === 'notice') return handleNotice(ctx, messageId, parsed, message);
  if (parsed.kind === 'received') {
    if (await ctx.read((reader) => isSeen(reader, messageId))) return;
    return handleReceived(ctx, messageId, parsed);
  }
  if (parsed.kind === 'ignored') {
    await ctx.transaction((tx) => noteSeen(tx, messageId));
    return;
  }
  ctx.log.warn({ messageId, reason: parsed.reason }, 'notice is not understood and kept');
  await ctx.transaction((tx) => keepMessage(tx, messageId, parsed.reason, message));
}

/**
 * From a topic that a project named. Only notices about its own mail count: everything else is taken and dropped, so that nobody can
 * fill what is kept for the operator.
 */
async function receiveOfProject(ctx: InstanceContext, message: SnsMessage): Promise<void> {
  const parsed = readNotice(message.message, new Date(message.timestamp));
  if (parsed.kind !== 'notice') return;
  countNotice(ctx, parsed.event.kind);
  await handleNotice(ctx, message.messageId, parsed, message.message, message.topicArn);
}

type WithMetrics = Pick<InstanceContext, 'metrics'>;

const counters = new WeakMap<WithMetrics['metrics'], ReturnType<WithMetrics['metrics']['counter']>>();

/** A metric for the operator: genuine notices by kind, copies included. */
function countNotice({ metrics }: WithMetrics, kind: string): void {
  const counter =
    counters.get(metrics) ?? metrics.counter('ses_notices_total', 'Genuine notices of Amazon SES by kind.');
  counters.set(metrics, counter);
  counter.add(1, { kind });
}

/** Confirms the subscription of a listed topic, at the host that signed and no other. A second call has the same result. */
async function confirmSubscription(ctx: InstanceContext, message: SnsMessage): Promise<void> {
  const { subscribeUrl, topicArn, token } = message;
  const address = subscribeUrl && token ? confirmationAddress(subscribeUrl, topicArn, token) : null;
  if (!address) throw NotFromOurTopic();
  const { status } = await fetchFromSns(ctx, address);
  if (status !== 200) throw new Error(`the subscription was not confirmed: ${status}`);
  ctx.log.info({ topic: topicArn }, 'subscription confirmed');
}
