import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  difference,
  extrasFor,
  masked,
  matrixSettings,
  nameOf,
  openProjectFixture,
  openRows,
  planted,
  type RowInspector,
  requests,
  send,
} from '../../testing/matrix/index.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Route } from '../platform/http/index.ts';
import { allRoutes } from './routes.ts';

const writes = allRoutes.filter((route) => route.body && route.method !== 'GET');

let app: TestApp;
let rows: RowInspector;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), matrixSettings);
  rows = await openRows(app.databaseUrl);
});
afterAll(async () => {
  await rows.close();
  await app.close();
});

/** The effect on the database of one valid request with additional fields in its body. */
async function effectOf(route: Route, extras: Record<string, unknown>) {
  const scene = await openProjectFixture(app);
  const request = (await requests[nameOf(route)]?.(scene)) ?? {};
  const before = await rows.snapshot();
  const { status } = await send(route, scene, { ...request, body: { ...extras, ...request.body } });
  const { added, removed } = difference(before, await rows.snapshot());
  return {
    raw: added.join('\n'),
    effect: { status, added: masked(added, scene.word), removed: masked(removed, scene.word) },
  };
}

test.each(writes.map((route) => [nameOf(route), route] as const))(
  '%s changes only what it documents, whatever columns a body names',
  async (_name, route) => {
    const columns = await rows.columns();

    const plain = await effectOf(route, {});
    for (const flag of [true, false]) {
      const stuffed = await effectOf(route, extrasFor(route, columns, flag));
      expect(stuffed.effect).toEqual(plain.effect);
      for (const value of Object.values(planted)) expect(stuffed.raw).not.toContain(String(value));
    }
  },
);
