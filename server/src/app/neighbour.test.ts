import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Neighbours, Rows } from '../../testing/matrix/index.ts';
import {
  matrixSettings,
  nameOf,
  neighbourViolations,
  openRows,
  openScene,
  readViolations,
  requests,
  slotsOf,
} from '../../testing/matrix/index.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { allRoutes } from './routes.ts';

const withSlots = allRoutes.filter((route) => slotsOf(route).length > 0);
const reads = allRoutes.filter((route) => route.method === 'GET' && route.access !== 'none');

const opened: { app: TestApp; rows: Rows }[] = [];
let calm: Neighbours;
let crowded: Neighbours;

beforeAll(async () => {
  calm = await neighbours({});
  crowded = { ...(await neighbours({ DATABASE_POOL_SIZE: '1' })), isInterleaved: true };
});
afterAll(async () => {
  for (const { app, rows } of opened) {
    await rows.close();
    await app.close();
  }
});

async function neighbours(settings: Record<string, string>): Promise<Neighbours> {
  const app = await startTestApp(inject('templateDatabase'), { ...matrixSettings, ...settings });
  const rows = await openRows(app.databaseUrl);
  opened.push({ app, rows });
  return { own: await openScene(app, 'own'), other: await openScene(app, 'canary'), rows, requests };
}

test.each(withSlots.map((route) => [nameOf(route), route] as const))(
  "%s answers a neighbour's id like an unknown one, and leaves the neighbour alone",
  async (_name, route) => {
    expect(await neighbourViolations(route, calm)).toEqual([]);
  },
);

test.each(withSlots.map((route) => [nameOf(route), route] as const))(
  '%s does the same while both call at once through a single connection',
  async (_name, route) => {
    expect(await neighbourViolations(route, crowded)).toEqual([]);
  },
);

test('no read shows anything of a neighbour, or moves when one grows', async () => {
  expect(await readViolations(reads, calm)).toEqual([]);
}, 120_000);
