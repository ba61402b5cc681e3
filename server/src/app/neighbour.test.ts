import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  matrixSettings,
  type Neighbours,
  nameOf,
  neighbourViolations,
  openProjectFixture,
  openRows,
  type RowInspector,
  readViolations,
  requests,
  slotsOf,
} from '../../testing/matrix/index.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { allRoutes } from './routes.ts';

const withSlots = allRoutes.filter((route) => slotsOf(route).length > 0);
const reads = allRoutes.filter((route) => route.method === 'GET' && route.access !== 'none');

const opened: { app: TestApp; rows: RowInspector }[] = [];
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
  return { own: await openProjectFixture(app, 'own'), other: await openProjectFixture(app, 'canary'), rows, requests };
}

test.each(withSlots.map((route) => [nameOf(route), route] as const))(
  "%s treats a neighbour's id like an unknown one, and does not change the neighbour",
  async (_name, route) => {
    expect(await neighbourViolations(route, calm)).toEqual([]);
  },
);

test.each(withSlots.map((route) => [nameOf(route), route] as const))(
  '%s does the same while both projects call at once over a single connection',
  async (_name, route) => {
    expect(await neighbourViolations(route, crowded)).toEqual([]);
  },
);

test('no read shows anything of a neighbour, or changes when a neighbour grows', async () => {
  expect(await readViolations(reads, calm)).toEqual([]);
}, 120_000);
