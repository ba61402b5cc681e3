import { openApi, type Route } from '#platform/http';
import { version } from '#platform/version';
import { instanceRoutes } from './instance-routes.ts';
import { routeGroups } from './route-groups.ts';

const groups = routeGroups(
  instanceRoutes(
    () => allRoutes,
    (baseUrl) => openApiDocument(baseUrl),
  ),
);

/** Every endpoint of the product: served, described in the contract and called by the generated tests. */
export const allRoutes: readonly Route[] = groups.flatMap(({ routes }) => routes);

let built: { readonly baseUrl: string | undefined; readonly document: object } | null = null;

/** The contract. `openapi.json` contains it for review; a running instance serves it with its own URL. */
export function openApiDocument(baseUrl?: string): object {
  const about = { title: 'Postrider', version, groups, ...(baseUrl ? { baseUrl } : {}) };
  // A process has one URL, and building takes a part of a second.
  if (built?.baseUrl !== baseUrl || !built) built = { baseUrl, document: openApi(allRoutes, about) };
  return built.document;
}
