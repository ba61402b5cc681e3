import type { FastifyRequest } from 'fastify';
import type { Route } from './route.ts';

/** The route that a request is for; undefined where none has its path. */
export const routeOf = (request: FastifyRequest): Route | undefined =>
  (request.routeOptions.config as { route?: Route }).route; // set by the server
