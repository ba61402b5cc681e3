import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  matrixSettings,
  nameOf,
  nameOfTarget,
  openProjectFixture,
  type ProjectFixture,
  requests,
  send,
  type Target,
  targetsOf,
  withValue,
} from '../../testing/matrix/index.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Route } from '../platform/http/index.ts';
import { allRoutes } from './routes.ts';

/** Values that a database, a date or a number cannot represent. */
const odd: readonly unknown[] = [
  '\0',
  'a\0b',
  '9'.repeat(16),
  '9'.repeat(400),
  `-${'9'.repeat(400)}`,
  '0000-01-01',
  '0000-01-01T00:00:00.000Z',
  '275760-09-13',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999-23:59',
];
const oddInBodies: readonly unknown[] = [
  '\ud83d',
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  {},
  [],
  [[]],
  true,
  null,
];

const isGiven = ({ location }: Target): boolean => location !== 'body';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), matrixSettings);
});
afterAll(() => app.close());

/** The odd values on which the route fails, by their position in the request, with the status. */
async function failuresOf(route: Route, scene: ProjectFixture): Promise<string[]> {
  const failures: string[] = [];
  const good = (await requests[nameOf(route)]?.(scene)) ?? {};
  if (good.query && 'timeout' in good.query) good.query.timeout = '1';
  for (const target of targetsOf(route)) {
    for (const value of isGiven(target) ? odd : [...odd, ...oddInBodies]) {
      const { status } = await send(route, scene, withValue(good, target, value));
      const isRefusedAsSaid = target.location !== 'query' || !String(value).includes('\0') || status === 400;
      if (status >= 500 || !isRefusedAsSaid)
        failures.push(`${nameOfTarget(target)} ${JSON.stringify(value)}: ${status}`);
    }
    await app.app.services.database.pool.query('delete from rate_limits');
  }
  return failures;
}

test.each(allRoutes.map((route) => [nameOf(route), route] as const))(
  '%s replies without a 5xx to every value that cannot be represented (T37, D-130)',
  async (_name, route) => {
    expect(await failuresOf(route, await openProjectFixture(app))).toEqual([]);
  },
  60_000,
);

test.each(['?search=100%', '?search=%ED%A0%80', '?cursor=%FF', '/%ED%A0%80', '/100%', '/fields/%FF/values'])(
  'broken percent-encoding is a 400: /contacts%s (D-130)',
  async (path) => {
    const { project } = await openProjectFixture(app);

    expect((await app.as(project.secretKey).get(`/contacts${path}`)).status).toBe(400);
  },
);

test('an unknown query parameter is ignored, whatever its value', async () => {
  const { project } = await openProjectFixture(app);

  expect((await app.as(project.secretKey).get('/contacts?other=%00&limit=5')).status).toBe(200);
});

test('account routes read 16 KB of a body and no more', async () => {
  const body = { email: 'a@example.com', password: 'x'.repeat(20_000) };

  const reply = await app.anyone.post('/auth/login', body);

  expect(reply).toMatchObject({ status: 413, body: { error: { details: { limitBytes: 16_384 } } } });
});

test('a path segment that is longer than any name is not found, for any caller', async () => {
  for (const letters of ['a'.repeat(3_000), '%2F'.repeat(3_000)]) {
    expect(await app.anyone.get(`/contacts/${letters}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND' } },
    });
  }
});
