import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { matrixSettings, nameOf, openScene, requests, send } from '../../testing/matrix/index.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { allRoutes } from './routes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), matrixSettings);
});
afterAll(() => app.close());

test('every route has a request that is right, and no request is left over', () => {
  expect(Object.keys(requests).toSorted()).toEqual(allRoutes.map(nameOf).toSorted());
});

test.each(allRoutes.map((route) => [nameOf(route), route] as const))(
  '%s answers a good request as it declares, no field less and none more',
  async (name, route) => {
    const scene = await openScene(app);
    const reply = await send(route, scene, (await requests[name]?.(scene)) ?? {});

    expect(Object.keys(route.replies).map(Number), reply.text).toContain(reply.status);
    const shape = route.replies[reply.status];
    if (!shape) expect(reply.text).toBe('');
    else if (!route.produces) expect(shape.parse(reply.body)).toEqual(reply.body);
  },
);
