import type { Route } from '#platform/http';
import { openApi } from '#platform/http';
import { features } from './features.ts';
import { instanceRoutes } from './instance-routes.ts';
import { version } from './version.ts';

/** Every endpoint of the product: what is served, described and tried by the generated tests. */
export const allRoutes: readonly Route[] = [
  ...instanceRoutes((baseUrl) => openApiDocument(baseUrl)),
  ...features.flatMap((feature) => feature.routes ?? []),
];

/** The contract. `openapi.json` holds it for review; a running instance serves it with its own address. */
export const openApiDocument = (baseUrl?: string): object =>
  openApi(allRoutes, { title: 'Postrider', version, ...(baseUrl ? { baseUrl } : {}) });
