import { finished } from 'node:stream';
import type { FastifyRequest } from 'fastify';

/** More than any route takes. */
const maxDropped = 64 * 1024 * 1024;

/**
 * Reads and discards the rest of a body that is refused before its end: closing while the caller still writes resets the
 * connection, and the refusal is lost with it. Disconnects a caller that sends more than the limit. Calls `onEnd` when all is read or
 * the caller is gone, at the latest with the time that a request has.
 */
export function drainRequest(request: FastifyRequest, onEnd: () => void = () => {}): void {
  let left = maxDropped;
  request.raw.unpipe();
  request.raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.raw.destroy();
  });
  finished(request.raw, { writable: false }, onEnd);
  request.raw.resume();
}
