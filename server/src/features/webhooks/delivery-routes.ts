import { z } from 'zod';
import { QueuedReply, queuedReply } from '#features/jobs';
import { CursorPage, choice, defineRoute, pageLimit, pathId, readIdCursor, writeIdCursor } from '#platform/http';
import { Invalid } from '#platform/refusals';
import { limits } from '#pure/limits';
import { deliveryStatuses } from './endpoint.ts';
import { listDeliveries } from './list-deliveries.ts';
import { DeliveryNotFound, EndpointNotFound, WebhookDisabled } from './refusals.ts';
import { replayDelivery } from './replay-delivery.ts';
import { replayEvents } from './replay-job.ts';
import { DeliveryReply, ReplayBody, toDeliveryReply } from './shapes.ts';

const id = pathId<'webhook-endpoint'>('webhook-endpoint', EndpointNotFound);
const params = z.object({ id });
const writing = { access: 'secret', role: 'ADMIN', isOpenToKeys: true } as const;
const cursorName = 'webhook-deliveries';

export const list = defineRoute({
  method: 'GET',
  path: '/webhook-endpoints/:id/deliveries',
  summary: 'What was sent to a webhook endpoint and what waits, newest first',
  access: 'secret',
  isReplyHidden: true,
  params,
  query: z.object({
    limit: pageLimit,
    cursor: z.string().optional(),
    status: choice(deliveryStatuses),
    type: z.string().optional(),
  }),
  replies: { 200: CursorPage(DeliveryReply) },
  refuses: [EndpointNotFound],
  async run(ctx, { params: { id: endpointId }, query: { cursor, ...query } }) {
    const page = await listDeliveries(ctx, endpointId, { ...query, before: readIdCursor(cursorName, cursor) });
    const next = page.before === null ? '' : writeIdCursor(cursorName, page.before);
    return { data: page.rows.map(toDeliveryReply), cursor: next, hasMore: page.before !== null, total: page.total };
  },
});

export const replayOne = defineRoute({
  method: 'POST',
  path: '/webhook-endpoints/:id/deliveries/:deliveryId/replay',
  summary: 'Send the event of a delivery once more',
  ...writing,
  isReplyHidden: true,
  params: z.object({ id, deliveryId: pathId<'webhook-delivery'>('webhook-delivery', DeliveryNotFound) }),
  replies: { 202: DeliveryReply },
  refuses: [EndpointNotFound, DeliveryNotFound, WebhookDisabled],
  run: async (ctx, { params: { id: endpointId, deliveryId } }) =>
    toDeliveryReply(await replayDelivery(ctx, endpointId, deliveryId)),
});

export const replay = defineRoute({
  method: 'POST',
  path: '/webhook-endpoints/:id/replay',
  summary: 'Send the events since a moment once more',
  ...writing,
  params,
  body: ReplayBody,
  replies: { 202: QueuedReply },
  refuses: [EndpointNotFound, WebhookDisabled],
  async run(ctx, { params: { id: endpointId }, body: { since: given, types = null } }) {
    const since = new Date(given);
    const oldest = ctx.clock.now().getTime() - limits.webhookReplayDays * 86_400_000;
    if (since.getTime() < oldest) {
      const message = `A replay reaches back at most ${limits.webhookReplayDays} days.`;
      throw Invalid([{ field: 'since', code: 'custom', message }]);
    }
    return queuedReply(await replayEvents(ctx, endpointId, { since, types }));
  },
});
