import { openApi } from '#platform/http';
import { allRoutes } from './features.ts';
import { version } from './version.ts';

/** The contract. `openapi.json` holds it for review; a running instance serves it with its own address. */
export const openApiDocument = (baseUrl?: string): object =>
  openApi(allRoutes, { title: 'Postrider', version, ...(baseUrl ? { baseUrl } : {}) });
