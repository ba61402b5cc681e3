import { z } from 'zod';
import { defineRoute, Instant, instant, instantOrNull, pathId } from '#platform/http';
import { ProjectNotFound } from '#platform/identity';
import { loadWebhookSecret, type WebhookSecret } from './load-webhook-secrets.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';

const params = z.object({ id: pathId<'project'>('project', ProjectNotFound) });

const WebhookSecretReply = z.object({
  secret: z.string(),
  createdAt: Instant,
  previousValidUntil: Instant.nullable(),
});

const toReply = ({ secret, createdAt, previousValidUntil }: WebhookSecret): z.output<typeof WebhookSecretReply> => ({
  secret,
  createdAt: instant(createdAt),
  previousValidUntil: instantOrNull(previousValidUntil),
});

export const getWebhookSecret = defineRoute({
  method: 'GET',
  path: '/projects/:id/webhook-secret',
  isReplyHidden: true,
  summary: 'The secret that signs calls of WEBHOOK steps',
  access: 'member',
  role: 'ADMIN',
  params,
  replies: { 200: WebhookSecretReply },
  async run(call) {
    return toReply(await call.inProject(call.projectId).transaction(loadWebhookSecret));
  },
});

export const replaceWebhookSecret = defineRoute({
  method: 'POST',
  path: '/projects/:id/webhook-secret/rotate',
  isReplyHidden: true,
  summary: 'A new secret; the old one signs as well for a day',
  access: 'member',
  role: 'ADMIN',
  isAllowedWhenDisabled: true,
  params,
  replies: { 200: WebhookSecretReply },
  async run(call) {
    return toReply(await call.inProject(call.projectId).transaction(rotateWebhookSecret));
  },
});
