import type { Caller } from '../client/caller.ts';
import type { Body, Query } from '../client/operations.ts';
import type { CallOptions } from '../client/settings.ts';

export const webhookEndpointsOf = ({ call, list }: Caller) => ({
  /** All webhook endpoints, oldest first. */
  list: (options?: CallOptions) => list('GET /webhook-endpoints', {}, options),
  /** Add a webhook endpoint; shows its secret. */
  create: (body: Body<'POST /webhook-endpoints'>, options?: CallOptions) =>
    call('POST /webhook-endpoints', { body }, options),
  /** Read a webhook endpoint. */
  get: (id: string, options?: CallOptions) => call('GET /webhook-endpoints/{id}', { path: { id } }, options),
  /** Change a webhook endpoint. */
  update: (id: string, body?: Body<'PATCH /webhook-endpoints/{id}'>, options?: CallOptions) =>
    call('PATCH /webhook-endpoints/{id}', { path: { id }, body }, options),
  /** Delete a webhook endpoint with all that waits for it. */
  delete: (id: string, options?: CallOptions) => call('DELETE /webhook-endpoints/{id}', { path: { id } }, options),
  /** Call a webhook endpoint once, with sample data. */
  test: (id: string, body?: Body<'POST /webhook-endpoints/{id}/test'>, options?: CallOptions) =>
    call('POST /webhook-endpoints/{id}/test', { path: { id }, body }, options),
  /** A new secret; the old one signs as well for a day. */
  rotateSecret: (id: string, options?: CallOptions) =>
    call('POST /webhook-endpoints/{id}/rotate-secret', { path: { id } }, options),
  /** What was sent to a webhook endpoint and what waits, newest first. */
  deliveries: (id: string, query?: Query<'GET /webhook-endpoints/{id}/deliveries'>, options?: CallOptions) =>
    list('GET /webhook-endpoints/{id}/deliveries', { path: { id }, query }, options),
  /** Send the event of a delivery once more. */
  replayDelivery: (id: string, deliveryId: string, options?: CallOptions) =>
    call('POST /webhook-endpoints/{id}/deliveries/{deliveryId}/replay', { path: { id, deliveryId } }, options),
  /** Send the events since a moment once more. */
  replay: (id: string, body: Body<'POST /webhook-endpoints/{id}/replay'>, options?: CallOptions) =>
    call('POST /webhook-endpoints/{id}/replay', { path: { id }, body }, options),
});

export type WebhookEndpointsCalls = ReturnType<typeof webhookEndpointsOf>;
