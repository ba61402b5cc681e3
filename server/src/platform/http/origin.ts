import type { FastifyRequest } from 'fastify';
import type { Site } from './calls.ts';
import { OriginRefused } from './refusals.ts';

/** Cross-site protection of calls with a cookie (D-108). */
export function checkOrigin(request: FastifyRequest, ownOrigin: string): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead) return;
  if (siteOf(request, ownOrigin) !== 'here') throw OriginRefused();
}

/** What the browser's own headers, which a page cannot forge, say about the origin of a request. */
export function siteOf(request: FastifyRequest, ownOrigin: string): Site {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'here' : 'elsewhere';
  if (origin === undefined) return 'unsaid';
  return origin === ownOrigin ? 'here' : 'elsewhere';
}
