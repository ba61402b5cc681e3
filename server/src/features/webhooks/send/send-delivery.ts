import type { ProjectContext } from '#platform/context';
import { crashPoint } from '#platform/faults';
import type { DeliveryId, EndpointId } from '../endpoint.ts';
import { callEndpoint, inCallSlot } from './call-endpoint.ts';
import { loadDelivery } from './load-delivery.ts';
import { dropDelivery, recordAttempt } from './record-attempt.ts';

/** How long a delivery waits for a slot of its project, and how many do. */
const wait = { withinMs: 5_000, maxWaiting: 20 };

/**
 * One attempt: read what is sent, call, store what came of it. `stop`: the endpoint is failing or disabled now.
 * Why it is read in the slot: a contact may be erased while a delivery waits for one.
 */
export async function sendDelivery(
  ctx: ProjectContext,
  endpointId: EndpointId,
  id: DeliveryId,
): Promise<'next' | 'stop'> {
  const sent = await inCallSlot(ctx, () => callWithEvent(ctx, endpointId, id), wait);
  if (!sent) return 'next';
  await crashPoint('after_webhook');
  const mayGoOn = await ctx.transaction((tx) => recordAttempt(tx, sent.delivery, sent.reply));
  return mayGoOn ? 'next' : 'stop';
}

/** Null: it has ended, or its event is gone. */
async function callWithEvent(ctx: ProjectContext, endpointId: EndpointId, id: DeliveryId) {
  const delivery = await loadDelivery(ctx, endpointId, id);
  if (!delivery) return null;
  const { event, url, secrets, tries } = delivery;
  if (!event) {
    await ctx.transaction((tx) => dropDelivery(tx, endpointId, id));
    return null;
  }
  return { delivery, reply: await callEndpoint(ctx, { url, secrets, event, attempt: tries + 1 }) };
}
