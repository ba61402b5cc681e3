import { openApi, type Route } from '#platform/http';
import { version } from '#platform/version';
import { features } from './features.ts';
import { instanceRoutes } from './instance-routes.ts';

/** Every endpoint of the product: served, described in the contract and called by the generated tests. */
export const allRoutes: readonly Route[] = [
  ...instanceRoutes((baseUrl) => openApiDocument(baseUrl)),
  ...features.flatMap((feature) => feature.routes ?? []),
];

let built: { readonly baseUrl: string | undefined; readonly document: object } | null = null;

/** The contract. `openapi.json` contains it for review; a running instance serves it with its own URL. */
export function openApiDocument(baseUrl?: string): object {
  if (built?.baseUrl !== baseUrl || !built)
    // a process has one URL, and building takes a second
    built = { baseUrl, document: openApi(allRoutes, { title: 'Postrider', version, ...(baseUrl ? { baseUrl } : {}) }) };
  return built.document;
}
