import type { FastifyRequest } from 'fastify';
import { OriginRefused, type Site } from '#platform/identity';

/** Cross-site protection of calls with a cookie (D-108). */
export function checkOrigin(request: FastifyRequest, ownOrigin: string): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead) return;
  if (siteOf(request, ownOrigin) !== 'here') throw OriginRefused();
}

/** The origin of a request by headers of the browser, which a page cannot forge. */
export function siteOf(request: FastifyRequest, ownOrigin: string): Site {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'here' : 'elsewhere';
  if (origin === undefined) return 'unsaid';
  return origin === ownOrigin ? 'here' : 'elsewhere';
}
