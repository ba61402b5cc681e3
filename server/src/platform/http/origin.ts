import type { FastifyRequest } from 'fastify';
import { OriginRefused } from './refusals.ts';

/** Cross-site protection of calls with a cookie (D-108). */
export function checkOrigin(request: FastifyRequest, ownOrigin: string): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead) return;
  if (!isFromHere(request, ownOrigin)) throw OriginRefused();
}

/** True when the browser says that our own page, or the person, made the request. */
export function isFromHere(request: FastifyRequest, ownOrigin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return request.headers.origin === ownOrigin;
}
