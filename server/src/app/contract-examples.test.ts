import { expect, test } from 'vitest';
import { nameOf } from '../../testing/matrix/request.ts';
import { allRoutes, openApiDocument } from './routes.ts';

interface Operation {
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
const operationOf = (path: string, method: string) => paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

test('every example of a body is accepted by its route, and every example of a reply is one', () => {
  const refused = allRoutes.flatMap((route) => {
    const operation = operationOf(route.path, route.method);
    const bodies = route.body
      ? [[route.body, operation?.requestBody?.content['application/json']?.example] as const]
      : [];
    const replies = Object.entries(route.replies).flatMap(([status, shape]) => {
      if (!shape) return [];
      const { content = {} } = operation?.responses[status] ?? {};
      const main = route.produces ?? 'application/json';
      return [[main, shape] as const, ...Object.entries(route.otherwise ?? {})].map(
        ([type, each]) => [each, content[type]?.example] as const,
      );
    });
    return [...bodies, ...replies].flatMap(([shape, example]) => {
      const { error } = shape.safeParse(example);
      return error || example === undefined ? [`${nameOf(route)}: ${error?.message} ${JSON.stringify(example)}`] : [];
    });
  });

  expect(refused).toEqual([]);
});
