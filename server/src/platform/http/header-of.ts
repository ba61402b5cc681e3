import type { FastifyRequest } from 'fastify';

/** Returns headers of a request by their name in lower case; the first of several. */
export const headerOf =
  ({ headers }: FastifyRequest) =>
  (name: string): string | null =>
    [headers[name] ?? null].flat()[0] ?? null;
