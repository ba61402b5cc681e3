import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { deliveries } from '#features/emails';
import { defineRoute } from '#platform/http';
import { testApp } from '#testing';

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
const mail = { to: 'ann@example.com', from: 'hello@postrider.test', subject: 'Hello', body: '<p>Hello</p>' };

test('ten slow reads of one project leave its neighbour requests, keys and mail', async () => {
  const app = await testApp({ DATABASE_POOL_SIZE: '6' }, { extraRoutes, spools: [deliveries] });
  const [busy, neighbour] = [await app.given.project(), await app.given.project()];
  const calm = app.as(neighbour.secretKey);
  await calm.get('/contacts');
  let isOver = false;
  const keepReading = async () => {
    const replies = [];
    while (!isOver) replies.push(await app.as(busy.secretKey).get('/test/slow'));
    return replies;
  };
  const slow = Array.from({ length: 10 }, keepReading);
  await vi.waitFor(() => expect(app.app.cellar.database.waiting).toBeGreaterThan(5), 5_000);

  const calmReplies = [
    await calm.get('/contacts'),
    await app.as('sk_wrong').get('/contacts'),
    await calm.post('/v1/send', mail),
    await calm.get('/inbox/wait?timeout=10'),
    await calm.get('/emails'),
  ];
  isOver = true;
  const replies = (await Promise.all(slow)).flat();

  expect(calmReplies.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200]);
  const turnedAway = replies.filter(({ status }) => status === 503);
  expect(turnedAway.length).toBeGreaterThan(0);
  for (const { body, headers } of turnedAway) {
    expect(body.error.code).toBe('OVERLOADED');
    expect(headers.get('retry-after')).toBe('1');
  }
});

test('a read that takes more than five seconds is stopped, and says how to ask for less', async () => {
  const app = await testApp({}, { extraRoutes });
  const { secretKey } = await app.given.project();
  const began = performance.now();

  const reply = await app.as(secretKey).get('/test/endless');

  expect(performance.now() - began).toBeLessThan(10_000);
  expect(reply).toMatchObject({ status: 503, body: { error: { code: 'OVERLOADED' } } });
  expect(reply.body.error.suggestion).toMatch(/shorter period/);
});

test('work of the instance itself and every project together do not stop who comes in', async () => {
  const app = await testApp({ DATABASE_POOL_SIZE: '5' }, { extraRoutes });
  const projects = [await app.given.project(), await app.given.project()];
  const slow = projects.flatMap(({ secretKey }) => [1, 2].map(() => app.as(secretKey).get('/test/slow')));
  await vi.waitFor(() => expect(app.app.cellar.database.waiting).toBeGreaterThan(0), 5_000);

  const began = performance.now();
  const reply = await app.as('sk_wrong').get('/contacts');

  expect(reply.status).toBe(401);
  expect(performance.now() - began).toBeLessThan(1_000);
  await Promise.all(slow);
});
