import type { FastifyRequest } from 'fastify';

/** More than any route takes. */
const mostDropped = 64 * 1024 * 1024;

/**
 * Lets a caller finish whose body is refused before its end, and drops the rest: to close on one who still writes resets
 * the connection, and the refusal is lost with it. Cuts the line to one who goes on and on.
 */
export function letRun(request: FastifyRequest): void {
  let left = mostDropped;
  request.raw.unpipe();
  request.raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.raw.destroy();
  });
  request.raw.resume();
}
