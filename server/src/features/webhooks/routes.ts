import { z } from 'zod';
import { defineRoute, pathId } from '#platform/http';
import { changeEndpoint } from './change-endpoint.ts';
import { createEndpoint } from './create-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { findEndpoint, listEndpoints } from './find-endpoints.ts';
import { EndpointNotFound, WebhookLimitReached } from './refusals.ts';
import { rotateSecret } from './rotate-secret.ts';
import {
  EndpointChangesBody,
  EndpointReply,
  EndpointWithSecretReply,
  NewEndpointBody,
  TestBody,
  TestReply,
  toEndpointReply,
  toEndpointWithSecretReply,
} from './shapes.ts';
import { testEndpoint } from './test-endpoint.ts';

const params = z.object({ id: pathId<'webhook-endpoint'>('webhook-endpoint', EndpointNotFound) });
const writing = { access: 'secret', role: 'ADMIN', isOpenToKeys: true } as const;

export const list = defineRoute({
  method: 'GET',
  path: '/webhook-endpoints',
  summary: 'All webhook endpoints, oldest first',
  access: 'secret',
  replies: { 200: z.array(EndpointReply) },
  run: async (ctx) => (await ctx.read(listEndpoints)).map((endpoint) => toEndpointReply(endpoint, ctx.projectId)),
});

export const create = defineRoute({
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Add a webhook endpoint; shows its secret',
  description:
    'Events that are recorded from now on and match one of the patterns are sent to the URL, signed with the secret.',
  ...writing,
  isReplyHidden: true,
  body: NewEndpointBody,
  replies: { 201: EndpointWithSecretReply },
  refuses: [WebhookLimitReached],
  async run(ctx, { body: { url, events, description = null, enabled } }) {
    const endpoint = await createEndpoint(ctx, { url, events, description, enabled });
    return toEndpointWithSecretReply(endpoint, ctx.projectId);
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/webhook-endpoints/:id',
  summary: 'Read a webhook endpoint',
  access: 'secret',
  params,
  replies: { 200: EndpointReply },
  refuses: [EndpointNotFound],
  run: async (ctx, { params: { id } }) =>
    toEndpointReply(await ctx.read((reader) => findEndpoint(reader, id)), ctx.projectId),
});

export const patch = defineRoute({
  method: 'PATCH',
  path: '/webhook-endpoints/:id',
  summary: 'Change a webhook endpoint',
  ...writing,
  params,
  body: EndpointChangesBody,
  replies: { 200: EndpointReply },
  refuses: [EndpointNotFound],
  run: async (ctx, { params: { id }, body }) => toEndpointReply(await changeEndpoint(ctx, id, body), ctx.projectId),
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/webhook-endpoints/:id',
  summary: 'Delete a webhook endpoint with all that waits for it',
  ...writing,
  params,
  replies: { 204: null },
  refuses: [EndpointNotFound],
  run: (ctx, { params: { id } }) => deleteEndpoint(ctx, id),
});

export const test = defineRoute({
  method: 'POST',
  path: '/webhook-endpoints/:id/test',
  summary: 'Call a webhook endpoint once, with sample data',
  ...writing,
  params,
  body: TestBody,
  replies: { 200: TestReply },
  refuses: [EndpointNotFound],
  run: (ctx, { params: { id }, body }) => testEndpoint(ctx, id, body.type),
});

export const rotate = defineRoute({
  method: 'POST',
  path: '/webhook-endpoints/:id/rotate-secret',
  summary: 'A new secret; the old one signs as well for a day',
  ...writing,
  isReplyHidden: true,
  params,
  replies: { 200: EndpointWithSecretReply },
  refuses: [EndpointNotFound],
  run: async (ctx, { params: { id } }) => toEndpointWithSecretReply(await rotateSecret(ctx, id), ctx.projectId),
});
