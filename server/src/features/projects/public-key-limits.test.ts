import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing';
import type { GivenProject } from '#testing/given';

const perAddress = 3;

const limited = (trustedProxies: number): Promise<TestApp> =>
  testApp({ PUBLIC_KEY_LIMIT_PER_ADDRESS: String(perAddress), TRUSTED_PROXIES: String(trustedProxies) });

const track = (app: TestApp, { publicKey }: GivenProject, from?: string) =>
  app
    .as(publicKey)
    .with(from === undefined ? {} : { 'x-forwarded-for': from })
    .post('/v1/track', { email: 'ann@example.com', event: 'seen' });

const usedBy = async (app: TestApp, { id }: GivenProject): Promise<Record<string, number>> => {
  const { rows } = await app.app.services.database.pool.query(
    `select split_part(key, ':', 3) as kind, used from rate_limits where key like $1 order by key`,
    [`project:${id}:%`],
  );
  return Object.fromEntries(rows.map(({ kind, used }) => [kind, used]));
};

test('an exhausted public key leaves the secret key its thousand requests', async () => {
  const app = await testApp({ PUBLIC_KEY_LIMIT_PER_ADDRESS: '0' });
  const project = await app.given.project();
  await track(app, project);
  await app.app.services.database.pool.query(`update rate_limits set used = 1000 where key like 'project:%:public'`);

  const refused = [await track(app, project), await track(app, project)];
  const secret = await app.as(project.secretKey).get('/contacts');

  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(secret.status).toBe(200);
  expect(secret.headers['ratelimit-remaining']).toBe('999');
});

test('an address has a limit of calls a minute, over all projects, and further ones do not count for the project', async () => {
  const app = await limited(0);
  const [project, other] = [await app.given.project(), await app.given.project()];

  const replies = [];
  for (let n = 0; n < 5; n += 1) replies.push(await track(app, project));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(replies[4]?.body.error).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { limit: perAddress, windowSeconds: 60, scope: 'address' },
  });
  expect(Number(replies[4]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect((await track(app, other)).status).toBe(429);
  expect(await usedBy(app, project)).toEqual({ public: 3 });
  expect((await app.as(project.secretKey).get('/contacts')).status).toBe(200);
});

test('an X-Forwarded-For of an untrusted proxy makes no new address', async () => {
  const app = await limited(0);
  const project = await app.given.project();

  const statuses = [];
  for (let n = 1; n <= 5; n += 1) statuses.push((await track(app, project, `192.0.2.${n}`)).status);

  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

test('behind one proxy only the entry it has added counts, and IPv6 by its network', async () => {
  const app = await limited(1);
  const project = await app.given.project();
  const statuses = async (from: (n: number) => string): Promise<number[]> => {
    const codes = [];
    for (let n = 1; n <= 4; n += 1) codes.push((await track(app, project, from(n))).status);
    return codes;
  };

  expect(await statuses((n) => `203.0.113.${n}, 198.51.100.7`)).toEqual([200, 200, 200, 429]);
  expect(await statuses((n) => `2001:db8:1:2::${n}`)).toEqual([200, 200, 200, 429]);
  expect(await statuses((n) => `198.51.100.${100 + n}`)).toEqual([200, 200, 200, 200]);
});

test('without the shared counter each process counts addresses for itself', async () => {
  const app = await limited(0);
  const project = await app.given.project();
  await app.app.services.database.pool.query('alter table rate_limits rename to rate_limits_away');

  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await track(app, project)).status);

  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('every counted reply says how much is left, refusals too', async () => {
  const app = await testApp();
  const project = await app.given.project();
  const { client, in: inside } = project.owner;
  const nowhere = '0192f0c2-a1b4-7c3e-9d5f-6a7b8c9d0e1f';
  const session = [
    await client.get('/contacts'),
    await inside(nowhere).get('/contacts'),
    await inside(project.id).with({ 'sec-fetch-site': 'cross-site' }).post('/contacts', { email: 'a@example.com' }),
  ];
  await app.app.services.database.pool.query(`update projects set disabled_reason = 'MANUAL' where id = $1`, [
    project.id,
  ]);
  const disabled = await app.as(project.secretKey).get('/contacts');

  expect([...session, disabled].map(({ status }) => status)).toEqual([400, 404, 403, 403]);
  for (const { headers } of [...session, disabled]) expect(headers['ratelimit-limit']).toBe('1000');
  expect(disabled.headers['ratelimit-remaining']).toBe('999');
});

test('an invalid cookie counts as a failure like a wrong key; a missing cookie does not', async () => {
  const app = await testApp();
  const dead = app.anyone.with({ cookie: 'session=nothing-of-the-kind' });
  await dead.get('/users/@me');
  await app.app.services.database.pool.query(`update rate_limits set used = 100 where key like 'failed:%'`);

  expect(await dead.get('/users/@me')).toMatchObject({
    status: 429,
    body: { error: { details: { limit: 100, windowSeconds: 60, scope: 'address' } } },
  });
  expect((await app.anyone.get('/users/@me')).status).toBe(401);
});
