import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { deliveries } from '#features/emails';
import { projectContext } from '#platform/context';
import { defineRoute } from '#platform/http';
import { startSpools } from '#platform/spool';
import { connect, startDns, type TestApp, testApp } from '#testing';
import { bearer } from '#testing/client';
import { plantedClient } from '#testing/log-search';
import { upToThree } from '#testing/up-to-three';

const reading = (path: string, seconds: number) =>
  defineRoute({
    method: 'GET',
    path,
    summary: 'Reads for a long time',
    access: 'secret',
    replies: { 200: z.object({}) },
    async run(call) {
      await call.read(({ db }) => sql`select pg_sleep(${seconds})`.execute(db));
      return {};
    },
  });

const extraRoutes = [reading('/test/slow', 4), reading('/test/endless', 20)];
/** Calls once, also when the instance has too much to do. */
const callerOf = ({ url }: TestApp, key: string) => plantedClient(url, bearer(key));

const mail = { to: 'ann@example.com', from: 'hello@postrider.test', subject: 'Hello', body: '<p>Hello</p>' };

test('during ten slow reads of one project, requests, keys and mail of its neighbour still work', async () => {
  const app = await testApp({ DATABASE_POOL_SIZE: '6' }, { extraRoutes, spools: [deliveries] });
  const [busy, neighbour] = [await app.given.project(), await app.given.project()];
  const calm = callerOf(app, neighbour.secretKey);
  await calm.get('/contacts');
  let isOver = false;
  const keepReading = async () => {
    const replies = [];
    while (!isOver) {
      const began = performance.now();
      const reply = await callerOf(app, busy.secretKey).get('/test/slow');
      replies.push({ ...reply, tookMs: performance.now() - began });
    }
    return replies;
  };
  const slow = Array.from({ length: 10 }, keepReading);
  await vi.waitFor(() => expect(app.app.services.database.waiting).toBeGreaterThan(5), 5_000);

  const calmReplies = [
    await calm.get('/contacts'),
    await callerOf(app, 'sk_wrong').get('/contacts'),
    await calm.post('/v1/send', mail),
    await calm.get('/inbox/wait?timeout=10'),
    await calm.get('/emails'),
  ];
  isOver = true;
  const replies = (await Promise.all(slow)).flat();

  expect(calmReplies.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200]);
  const turnedAway = replies.filter(({ status }) => status === 503);
  expect(turnedAway.length).toBeGreaterThan(0);
  for (const { body, headers, tookMs } of turnedAway) {
    expect(tookMs).toBeLessThan(3_000); // refused after a second
    expect(body.error.code).toBe('OVERLOADED');
    expect(headers['retry-after']).toBe('1');
  }
});

test('a request that cannot begin is refused within a second, its wait at the entry included', async () => {
  const app = await testApp({ DATABASE_POOL_SIZE: '6' }, { extraRoutes });
  const { id, secretKey } = await app.given.project();
  await callerOf(app, secretKey).get('/contacts');
  const other = await connect(app.databaseUrl);
  onTestFinished(() => other.end());
  const refuse = async (): Promise<number> => {
    const slow = [1, 2, 3].map(() => callerOf(app, secretKey).get('/test/slow'));
    await delay(200); // the project now holds its share of the connections
    await other.query('begin');
    await other.query(`update rate_limits set used = used where key = $1`, [`project:${id}:secret`]);
    const began = performance.now();
    const waiting = callerOf(app, secretKey).get('/contacts');
    await delay(800);
    await other.query('commit'); // its request is counted now
    expect(await waiting).toMatchObject({ status: 503, body: { error: { code: 'OVERLOADED' } } });
    const tookMs = performance.now() - began;
    await Promise.all(slow);
    return tookMs;
  };

  const tookMs = await upToThree(refuse, (ms) => ms < 1_500);
  expect(Math.min(...tookMs)).toBeLessThan(1_500); // two waits one after the other take 1.8 s
});

test('a pause of the database refuses none of a few requests', async () => {
  const app = await testApp();
  const projects = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.given.project()));
  const other = await connect(app.databaseUrl);
  onTestFinished(() => other.end());

  await other.query('begin; lock table rate_limits in access exclusive mode');
  const replies = Promise.all(projects.map(({ secretKey }) => callerOf(app, secretKey).get('/contacts')));
  await delay(2_000);
  await other.query('commit');

  expect((await replies).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

test('a read that takes more than five seconds is stopped, with a suggestion to request less', async () => {
  const app = await testApp({}, { extraRoutes });
  const { secretKey } = await app.given.project();
  const began = performance.now();

  const reply = await callerOf(app, secretKey).get('/test/endless');

  expect(performance.now() - began).toBeLessThan(10_000);
  expect(reply).toMatchObject({ status: 503, body: { error: { code: 'OVERLOADED' } } });
  expect(reply.body.error.suggestion).toMatch(/shorter period/);
});

test('requests are identified even while the instance and all projects use every connection they may', async () => {
  const app = await testApp({ DATABASE_POOL_SIZE: '5' }, { extraRoutes });
  const projects = [await app.given.project(), await app.given.project()];
  const slow = projects.flatMap(({ secretKey }) => [1, 2].map(() => callerOf(app, secretKey).get('/test/slow')));
  await vi.waitFor(() => expect(app.app.services.database.waiting).toBeGreaterThan(0), 5_000);

  const began = performance.now();
  const reply = await callerOf(app, 'sk_wrong').get('/contacts');

  expect(reply.status).toBe(401);
  expect(performance.now() - began).toBeLessThan(3_000); // the reads take four seconds
  await Promise.all(slow);
});

test('mail is sent while the work of projects holds every connection it may', async () => {
  const app = await testApp({ DATABASE_POOL_SIZE: '5' });
  const [one, other] = [await app.given.project(), await app.given.project()];
  await callerOf(app, one.secretKey).post('/v1/send', mail); // no worker runs yet
  const { database } = app.app.services;
  const held = await Promise.all([one.id, one.id, other.id].map((projectId) => database.connect({ owner: projectId })));
  await expect(database.connect({ owner: other.id, waitOptions: { withinMs: 1 } })).rejects.toThrow('no place');
  const client = await connect(app.databaseUrl);
  const spools = startSpools(app.app.services, [deliveries]);
  onTestFinished(async () => {
    for (const connection of held) database.release(connection);
    await spools.stop();
    await client.end();
  });

  await vi.waitFor(
    async () => expect((await client.query('select status from emails')).rows).toEqual([{ status: 'SENT' }]),
    10_000,
  );
});

test('DNS look-ups of one project are limited', async () => {
  const zone = await startDns();
  onTestFinished(() => zone.close());
  zone.delayMs = 1_500;
  const app = await testApp({ DNS_RESOLVERS: zone.address });
  const [resolver] = projectContext(app.app.services, (await app.given.project()).id).dns.resolvers;
  const names = Array.from({ length: 60 }, (_, n) => `n${n}.test`);
  if (!resolver) throw new Error('one server is one resolver');
  const looks = names.map((name) => resolver.txt(name));

  await vi.waitFor(() => expect(zone.asked('n0.test')).toBe(1), 1_000);
  await delay(300);
  const asked = names.reduce((sum, name) => sum + zone.asked(name), 0);
  await Promise.all(looks);

  expect(asked).toBe(20);
});
