import type { InstanceContext } from '#platform/context';
import type { SnsMessage } from '#pure/sns';
import { confirmSubscription } from './confirm-subscription.ts';
import { countNotice } from './figures.ts';
import { isSeen, keepMessage, noteSeen } from './messages.ts';
import { readNotice } from './read-notice.ts';
import { NotFromOurTopic, SesNotUsed } from './refusals.ts';
import { takeNotice } from './take-notice.ts';
import { takeReceived } from './take-received.ts';
import { verifyMessage } from './verify-message.ts';

/** Takes what was posted to us. When it returns, the effect is committed; a repeat has none (D-680, D-681). */
export async function receiveMessage(ctx: InstanceContext, body: string): Promise<void> {
  if (!ctx.config.MAIL_RELAYS.some(({ kind }) => kind === 'ses')) throw SesNotUsed();
  const message = await verifyMessage(ctx, body);
  if (!message) throw NotFromOurTopic();
  if (message.type === 'Notification') return receiveNotification(ctx, message);
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
  const read = readNotice(message, new Date(timestamp));
  countNotice(ctx, read.kind === 'notice' ? read.happening.kind : read.kind);
  if (read.kind === 'notice') return takeNotice(ctx, messageId, read, message);
  if (read.kind === 'received') {
    if (await ctx.read((reader) => isSeen(reader, messageId))) return;
    return takeReceived(ctx, messageId, read);
  }
  if (read.kind === 'ignored') {
    await ctx.transaction((tx) => noteSeen(tx, messageId));
    return;
  }
  ctx.log.warn({ messageId, reason: read.reason }, 'notice is not understood and kept');
  await ctx.transaction((tx) => keepMessage(tx, messageId, read.reason, message));
}
