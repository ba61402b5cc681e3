import { openApi, type Route } from '#platform/http';
import { version } from '#platform/version';
import { features } from './features.ts';
import { instanceRoutes } from './instance-routes.ts';

/** Every endpoint of the product: served, described in the contract and called by the generated tests. */
export const allRoutes: readonly Route[] = [
  ...instanceRoutes((baseUrl) => openApiDocument(baseUrl)),
  ...features.flatMap((feature) => feature.routes ?? []),
];

/** The contract. `openapi.json` contains it for review; a running instance serves it with its own URL. */
export const openApiDocument = (baseUrl?: string): object =>
  openApi(allRoutes, { title: 'Postrider', version, ...(baseUrl ? { baseUrl } : {}) });
