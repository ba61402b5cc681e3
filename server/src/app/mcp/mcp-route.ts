import { z } from 'zod';
import { answer, defineRoute, type Route } from '#platform/http';
import { limits } from '#pure/limits';
import { type KnownTools, makeTools, toolsFor } from './tools.ts';

/** A message of JSON-RPC: a request has an id, a notification has none. */
const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z
    .union([z.string().max(limits.agentMessageIdCharacters), z.number()])
    .meta({ 'x-own-name': true })
    .optional(),
  method: z.string().max(limits.agentMethodCharacters),
  params: z.looseObject({}).optional(),
});
const MessageReply = z.looseObject({ jsonrpc: z.literal('2.0') });

/** Tools for agents, over the Model Context Protocol (D-1070). */
export function mcpRoute(allRoutes: () => readonly Route[], documentFor: (baseUrl: string) => object): Route {
  let known: KnownTools | null = null;
  return defineRoute({
    method: 'POST',
    path: '/mcp',
    summary: 'Tools for agents, by the Model Context Protocol',
    description:
      'One message of JSON-RPC a call, without sessions. The tools read; sending one mail is among them if the project allows it (`mcpSending`).',
    access: 'secret',
    body: Message,
    bodyExample: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_contacts', arguments: { limit: 5 } },
    },
    replies: { 200: MessageReply, 202: null },
    // It may hold what the endpoints behind the tools hide, as text within a text.
    isReplyHidden: true,
    async run(call, { body }) {
      known ??= makeTools(allRoutes(), documentFor(call.config.BASE_URL));
      // Why here: the library and its schemas are loaded by the first message alone.
      const { serveMcp } = await import('./serve-mcp.ts');
      const reply = await serveMcp(call, await toolsFor(call, known), body);
      return reply ? answer(200, reply) : answer(202, null);
    },
  });
}
