import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Logger } from '#platform/log';

/**
 * Sends a body while it is read. It is closed when it has been read, when it fails, and when the caller is gone; a caller who asked
 * for the head alone makes nothing be read. Limit: what fails after the head was sent can only cut the reply off. `silenceMs`: how long
 * the caller may take nothing; without it for ever, as a stream that has nothing to say must.
 */
export function sendStream(reply: FastifyReply, body: Readable, log: Logger, silenceMs?: number): FastifyReply {
  const { id: requestId, method, routeOptions } = reply.request;
  if (silenceMs !== undefined)
    reply.raw.setTimeout(silenceMs, () => body.destroy(new Error('the caller takes nothing')));
  body.once('error', (error) => log.error({ error, requestId, method, route: routeOptions.url }, 'reply was cut off'));
  if (method === 'HEAD') body.destroy();
  return reply.send(body);
}
