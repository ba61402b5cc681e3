import { z } from 'zod';
import { answer, defineRoute, type Route } from '#platform/http';
import { config } from './config-route.ts';
import { docsRoutes } from './docs-routes.ts';
import { runDoctor, showDoctor } from './doctor/routes.ts';
import { frontPage } from './front-page.ts';
import { mcpRoute } from './mcp/mcp-route.ts';
import { referenceRoutes } from './reference-routes.ts';

/** The contract describes all routes, including this one; so the document is built when it is requested. */
const contract = (documentFor: (baseUrl: string) => object): Route =>
  defineRoute({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    access: 'none',
    replies: { 200: z.looseObject({ openapi: z.string() }) },
    run: async ({ config: settings }) =>
      answer(200, documentFor(settings.BASE_URL), { 'cache-control': 'public, max-age=300' }),
  });

/** Endpoints about the instance itself; they belong to no feature. */
export const instanceRoutes = (
  allRoutes: () => readonly Route[],
  documentFor: (baseUrl: string) => object,
): readonly Route[] => [
  frontPage,
  config,
  contract(documentFor),
  showDoctor,
  runDoctor,
  ...referenceRoutes(documentFor),
  ...docsRoutes(documentFor),
  mcpRoute(allRoutes, documentFor),
];
