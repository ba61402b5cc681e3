import type { InstanceContext } from '#platform/context';
import { askSns } from '#platform/sns';
import type { SnsMessage } from '#pure/sns';
import { confirmationAddress } from '#pure/sns';
import { NotFromOurTopic } from './refusals.ts';

/** Says yes to a listed topic, at the host that signed and nowhere else. Asked twice, the service answers the same. */
export async function confirmSubscription(ctx: InstanceContext, message: SnsMessage): Promise<void> {
  const { subscribeUrl, topicArn, token } = message;
  const address = subscribeUrl && token ? confirmationAddress(subscribeUrl, topicArn, token) : null;
  if (!address) throw NotFromOurTopic();
  const { status } = await askSns(ctx.config, address);
  if (status !== 200) throw new Error(`the subscription was not confirmed: ${status}`);
  ctx.log.info({ topic: topicArn }, 'subscription confirmed');
}
