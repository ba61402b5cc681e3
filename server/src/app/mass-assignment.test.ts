import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Rows } from '../../testing/matrix/index.ts';
import {
  difference,
  extrasFor,
  masked,
  matrixSettings,
  nameOf,
  openRows,
  openScene,
  planted,
  requests,
  send,
} from '../../testing/matrix/index.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { Route } from '../platform/http/index.ts';
import { allRoutes } from './routes.ts';

const writes = allRoutes.filter((route) => route.body && route.method !== 'GET');

let app: TestApp;
let rows: Rows;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), matrixSettings);
  rows = await openRows(app.databaseUrl);
});
afterAll(async () => {
  await rows.close();
  await app.close();
});

/** What one good request with more fields in its body does to the database. */
async function effectOf(route: Route, extras: Record<string, unknown>) {
  const scene = await openScene(app);
  const request = (await requests[nameOf(route)]?.(scene)) ?? {};
  const before = await rows.photograph();
  const { status } = await send(route, scene, { ...request, body: { ...extras, ...request.body } });
  const { added, removed } = difference(before, await rows.photograph());
  return {
    raw: added.join('\n'),
    told: { status, added: masked(added, scene.word), removed: masked(removed, scene.word) },
  };
}

test.each(writes.map((route) => [nameOf(route), route] as const))(
  '%s changes what it documents, whatever column a body names',
  async (_name, route) => {
    const columns = await rows.columns();

    const plain = await effectOf(route, {});
    for (const flag of [true, false]) {
      const stuffed = await effectOf(route, extrasFor(route, columns, flag));
      expect(stuffed.told).toEqual(plain.told);
      for (const value of Object.values(planted)) expect(stuffed.raw).not.toContain(String(value));
    }
  },
);
