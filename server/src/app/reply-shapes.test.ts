import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { matrixSettings, nameOf, openProjectFixture, requests, send } from '../../testing/matrix/index.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { allRoutes } from './routes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), matrixSettings);
});
afterAll(() => app.close());

test('every route has a valid request, and no request is without a route', () => {
  expect(Object.keys(requests).toSorted()).toEqual(allRoutes.map(nameOf).toSorted());
});

test.each(allRoutes.map((route) => [nameOf(route), route] as const))(
  '%s replies to a valid request exactly as declared, no field less and none more, with ids of version 7 (D-118, D-121)',
  async (name, route) => {
    const scene = await openProjectFixture(app);
    const reply = await send(route, scene, (await requests[name]?.(scene)) ?? {});

    expect(Object.keys(route.replies).map(Number), reply.text).toContain(reply.status);
    const shape = route.replies[reply.status];
    if (!shape) expect(reply.text).toBe('');
    else if (!route.produces) expect(shape.parse(reply.body)).toEqual(reply.body);
    if (!namesOfOthers.has(name)) expect(idsIn(reply.body).filter((id) => !uuid7.test(id))).toEqual([]);
  },
);

/** Replies whose `id` names no record of ours: providers for signing in, checks, messages of an agent. */
const namesOfOthers: ReadonlySet<string> = new Set([
  'GET /auth/oauth-config',
  'GET /doctor',
  'POST /doctor',
  'POST /mcp',
]);

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The ids of records in a reply, at any depth. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'id' && typeof part === 'string' ? [part] : idsIn(part),
  );
}
