import { defineSpool } from '#platform/spool';
import { workQueue } from './work-queue.ts';

/**
 * Endpoints with deliveries that are due. One worker at a time has an endpoint and sends its deliveries, a few at once, for some seconds;
 * then the next endpoint has its turn. A failing endpoint is due at its next probe, however much waits for it.
 */
export const webhookQueues = defineSpool({
  name: 'webhooks.queues',
  table: 'webhook_queues',
  lanes: ['queue'],
  leaseSeconds: 45,
  slots: 100,
  share: 5,
  handle: workQueue,
  // Workers may have died that often; what waits is tried again, more slowly.
  onPoison: async () => ({ afterSeconds: 60 }),
});
