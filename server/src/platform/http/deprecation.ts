import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Route } from './route.ts';

const byRoute = new WeakMap<Route, readonly (readonly [field: string, since: string])[]>();

/** Marks a reply whose request used a deprecated field (D-148, RFC 9745): `Deprecation: @<seconds>`. */
export function noteDeprecated(reply: FastifyReply, route: Route, body: unknown): void {
  const fields = byRoute.get(route) ?? deprecatedOf(route);
  if (typeof body !== 'object' || body === null) return;
  const used = fields.find(([field]) => (body as Record<string, unknown>)[field] !== undefined); // an object, checked above
  if (used) void reply.header('deprecation', used[1]);
}

/** Marks a field of a shape: `.meta(deprecatedSince('2026-11-14'))`. */
export const deprecatedSince = (day: string) => ({ deprecated: true, 'x-deprecated-since': day });

function deprecatedOf(route: Route): readonly (readonly [string, string])[] {
  const shape = route.body instanceof z.ZodObject ? route.body.shape : {};
  const found = Object.entries(shape).flatMap(([field, type]) => {
    const since = z.globalRegistry.get(type as z.ZodType)?.['x-deprecated-since']; // fields of an object are shapes
    return typeof since === 'string' ? [[field, `@${Date.parse(since) / 1_000}`] as const] : [];
  });
  byRoute.set(route, found);
  return found;
}
