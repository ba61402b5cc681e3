import { z } from 'zod';
import { Instant, instant, instantOrNull, optional, text, trimmedText, withDefault } from '#platform/http';
import { timeOfId } from '#platform/ids';
import { limits } from '#pure/limits';
import {
  deliveryStatuses,
  disabledReasons,
  type EndpointWithSecret,
  type WebhookDelivery,
  type WebhookEndpoint,
} from './endpoint.ts';
import { patternProblem } from './event-pattern.ts';

const Pattern = z
  .string()
  .transform((given, ctx) => {
    const problem = patternProblem(given);
    if (!problem) return given.trim();
    ctx.addIssue({ code: 'custom', message: problem.message, params: { code: problem.code } });
    return z.NEVER;
  })
  .meta({ minLength: 1, maxLength: limits.eventNameCharacters });

const Patterns = z.array(Pattern).min(1).max(limits.webhookPatterns);
const Url = text(1, limits.callUrlCharacters);
const Description = trimmedText(0, limits.webhookDescriptionCharacters).nullable();

export const NewEndpointBody = z.object({
  url: Url,
  events: Patterns,
  description: optional(Description),
  enabled: withDefault(z.boolean(), true),
});

export const EndpointChangesBody = z.object({
  url: optional(Url),
  events: optional(Patterns),
  description: Description.optional(),
  enabled: optional(z.boolean()),
});

export const TestBody = z.object({ type: optional(Pattern) });

/** A moment in the past, as far back as deliveries are kept. */
export const ReplayBody = z.object({ since: z.iso.datetime({ offset: true }), types: optional(Patterns) });

export const EndpointReply = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.string()),
    enabled: z.boolean(),
    disabledReason: z.enum(disabledReasons).nullable(),
    state: z.enum(['ok', 'failing']),
    failingSince: Instant.nullable(),
    lastSuccessAt: Instant.nullable(),
    pending: z.int().meta({ description: `Deliveries that wait, counted to ${limits.webhookPendingCounted}.` }),
    abandoned: z.int().meta({ description: 'Deliveries that were given up so far.' }),
    secretLast4: z.string(),
    projectId: z.uuid(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'WebhookEndpoint' });

export const EndpointWithSecretReply = EndpointReply.extend({ secret: z.string() }).meta({
  id: 'WebhookEndpointWithSecret',
});

const Attempt = z.object({
  at: Instant,
  statusCode: z.int().nullable(),
  durationMs: z.int(),
  response: z.string().nullable(),
  error: z.string().nullable(),
});

export const DeliveryReply = z
  .object({
    id: z.uuid(),
    eventId: z.uuid(),
    type: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.array(Attempt),
    nextAttemptAt: Instant.nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'WebhookDelivery' });

export const TestReply = Attempt.omit({ at: true }).extend({ success: z.boolean() });

export const toEndpointReply = (endpoint: WebhookEndpoint, projectId: string): z.output<typeof EndpointReply> => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  enabled: endpoint.enabled,
  disabledReason: endpoint.disabledReason,
  state: endpoint.failingSince ? 'failing' : 'ok',
  failingSince: instantOrNull(endpoint.failingSince),
  lastSuccessAt: instantOrNull(endpoint.lastSuccessAt),
  pending: endpoint.pending,
  abandoned: endpoint.abandoned,
  secretLast4: endpoint.secretLast4,
  projectId,
  createdAt: instant(endpoint.createdAt),
  updatedAt: instant(endpoint.updatedAt),
});

export const toEndpointWithSecretReply = (
  endpoint: EndpointWithSecret,
  projectId: string,
): z.output<typeof EndpointWithSecretReply> => ({ ...toEndpointReply(endpoint, projectId), secret: endpoint.secret });

export const toDeliveryReply = (delivery: WebhookDelivery): z.output<typeof DeliveryReply> => ({
  id: delivery.id,
  eventId: delivery.eventId,
  type: delivery.type,
  status: delivery.status,
  attempts: [...delivery.attempts],
  nextAttemptAt: instantOrNull(delivery.nextAttemptAt),
  createdAt: instant(timeOfId(delivery.id)),
});
