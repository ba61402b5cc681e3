import { instead, kilobyte, limit, refused, tooBig } from './limit.ts';

/** Calls to URLs that customers give: steps of workflows, notifications of events. */
export const callLimits = {
  callUrlCharacters: limit(
    2_048,
    'A URL that is called, as it is rendered.',
    instead('nothing is sent; the call fails'),
  ),
  callMilliseconds: limit(
    15_000,
    'One call in all: name look-up, connection, TLS, request and reply.',
    instead('the call has failed by a time-out', 'D-917'),
  ),
  callReplyBytes: limit(64 * kilobyte, 'Bytes of a reply that are read.', instead('the rest is not read', 'D-917')),
  callReplyHeaderBytes: limit(16 * kilobyte, 'Headers of a reply.', instead('the call has failed')),
  callsPerProject: limit(5, 'Calls of a project at once, in one process.', instead('further ones wait', 'D-917')),
  callsPerHost: limit(
    2,
    'Calls of a project to one host at once, in one process.',
    instead('further ones wait', 'D-917'),
  ),
  webhookEndpoints: limit(10, 'Webhook endpoints of a project.', refused('WEBHOOK_LIMIT_REACHED', 'D-1050')),
  webhookPatterns: limit(50, 'Patterns of a webhook endpoint, and `types` of a replay.', tooBig('D-1050')),
  webhookDescriptionCharacters: limit(500, 'The description of a webhook endpoint.', tooBig('D-1050')),
  webhookCallsPerEndpoint: limit(2, 'Calls to one webhook endpoint at once.', instead('further ones wait', 'D-1054')),
  webhookReplyBytes: limit(
    4 * kilobyte,
    'Bytes of a reply that a delivery keeps.',
    instead('the rest is not kept', 'D-1052'),
  ),
  webhookDeliveryAttempts: limit(10, 'Attempts of a delivery.', instead('it has failed', 'D-1053')),
  webhookFailures: limit(20, 'Failed calls in a row to a webhook endpoint.', instead('it is `failing`', 'D-1053')),
  webhookDeliveriesWaiting: limit(
    1_000_000,
    'Deliveries that wait for one webhook endpoint.',
    instead('the oldest are abandoned', 'D-1053'),
  ),
  webhookWaitDays: limit(7, 'Days that a delivery waits.', instead('it is abandoned', 'D-1053')),
  webhookPendingCounted: limit(
    1_000,
    'What `pending` of a webhook endpoint counts to.',
    instead('it is this number', 'D-1050'),
  ),
  webhookDeliveriesLookedAt: limit(
    10_000,
    'Deliveries that one page of `GET /webhook-endpoints/:id/deliveries` looks at, and `total` counts.',
    instead('a page of rare ones is short, and its cursor leads on', 'D-1055'),
  ),
  webhookReplayDays: limit(30, 'Days that `since` of a replay reaches back.', refused('VALIDATION_ERROR', 'D-1053')),
  webhookReplayDeliveries: limit(1_000_000, 'Deliveries that one replay makes.', instead('it ends there', 'D-1053')),
} as const;
