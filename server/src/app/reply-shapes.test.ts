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
  '%s replies to a valid request exactly as declared, no field less and none more',
  async (name, route) => {
    const scene = await openProjectFixture(app);
    const reply = await send(route, scene, (await requests[name]?.(scene)) ?? {});

    expect(Object.keys(route.replies).map(Number), reply.text).toContain(reply.status);
    const shape = route.replies[reply.status];
    if (!shape) expect(reply.text).toBe('');
    else if (!route.produces) expect(shape.parse(reply.body)).toEqual(reply.body);
  },
);
