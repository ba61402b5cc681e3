import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { matrixSettings, nameOf, openProjectFixture, requests, send } from '../../testing/matrix/index.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { allRoutes } from './routes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), matrixSettings);
});
afterAll(() => app.close());

/** A role is all that can change there. */
const needsAChange = 'PATCH /projects/:id/members/:userId';
const changes = allRoutes.filter((route) => route.method === 'PATCH' && nameOf(route) !== needsAChange);

test.each(changes.map((route) => [nameOf(route), route] as const))(
  '%s is 200 when it changes nothing (D-123)',
  async (name, route) => {
    const scene = await openProjectFixture(app);
    const good = (await requests[name]?.(scene)) ?? {};

    const reply = await send(route, scene, { ...good, body: {} });

    expect(reply.status, reply.text).toBe(200);
  },
);
