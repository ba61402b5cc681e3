import { missing, refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import type { DisabledReason } from './endpoint.ts';

export const EndpointNotFound = missing('RESOURCE_NOT_FOUND', 'webhookEndpoint');
export const DeliveryNotFound = missing('RESOURCE_NOT_FOUND', 'webhookDelivery');

export const WebhookLimitReached = refusal('unfit', 'WEBHOOK_LIMIT_REACHED', () => ({
  message: `A project may have ${limits.webhookEndpoints} webhook endpoints.`,
  details: { limit: limits.webhookEndpoints },
  suggestion: 'Delete one that is not used any more.',
}));

export const WebhookDisabled = refusal('unfit', 'WEBHOOK_DISABLED', (reason: DisabledReason) => ({
  message: 'A disabled endpoint gets no deliveries.',
  details: { reason },
  suggestion: 'Enable it first.',
}));
