import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { projectContext } from '#platform/context';
import { startTestApp, type TestApp, testApp } from '#testing';
import { bearer } from '#testing/client';
import type { GivenProject } from '#testing/given';
import { plantedClient } from '#testing/log-search';
import { deliveries } from '../delivery/deliveries.ts';
import { nextCaptured, signalCaptured } from '../sandbox/captured-signal.ts';
import { trimInbox } from '../sandbox/trim-inbox.ts';
import { waitForMail } from './wait-for-mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { DATABASE_POOL_SIZE: '3' });
});
afterAll(() => app.close());

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);

/** Inserts captured messages with their records, one second apart, newest first. */
async function given({ id }: GivenProject, count: number, secondsAgo = 0): Promise<void> {
  await query(
    `with made as (
       insert into emails (project_id, id, status, recipient, from_email, subject, type, source_type, is_test, created_at, updated_at)
       select $1, gen_random_uuid(), 'SENT', 'ann@example.com', 'hello@postrider.test', 'No ' || n, 'TRANSACTIONAL',
              'TRANSACTIONAL', true, now(), now() - (n + $3) * interval '1 second' from generate_series(1, $2) n
       returning project_id, id, recipient, subject, updated_at)
     insert into inbox_messages (project_id, id, recipient, subject, size, raw, received_at)
     select project_id, id, recipient, subject, 1, 'x', updated_at from made`,
    [id, count, secondsAgo],
  );
}

const total = async ({ secretKey }: GivenProject): Promise<number> =>
  (await app.as(secretKey).get('/inbox')).body.total;

test('messages are shown for seven days, and the 10,000 newest of a project are kept (D-674)', async () => {
  const [project, neighbour] = [await app.given.project(), await app.given.project()];
  const week = 7 * 86_400;
  await given(project, 3, week);
  await given(neighbour, 3, week);
  await given(project, 10_050);
  expect(await total(project)).toBe(10_050);

  await trimInbox.run(projectContext(app.app.services, project.id), {});

  expect(await total(project)).toBe(10_000);
  const { body } = await app.as(project.secretKey).get('/inbox?limit=1');
  expect(body.data[0].subject).toBe('No 1');
  const kept = await query('select count(*)::int as count from inbox_messages where project_id = $1', [project.id]);
  expect(kept.rows[0].count).toBe(10_000);
  expect(await total(neighbour)).toBe(0);
  expect((await query('select from inbox_messages where project_id = $1', [neighbour.id])).rowCount).toBe(3);
});

test('waiting calls hold no connection: other calls are served meanwhile, and each waiting call gets the mail when it comes', async () => {
  const project = await app.given.project();
  const client = app.as(project.secretKey);
  const waiting = Array.from({ length: 20 }, () => client.get('/inbox/wait?timeout=20&to=ann@example.com'));
  await new Promise((resolve) => setTimeout(resolve, 700));

  const began = performance.now();
  expect((await client.get('/contacts')).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(3_000);
  const { pool } = app.app.services.database;
  await vi.waitFor(() => expect(pool.idleCount).toBeGreaterThan(0), { timeout: 5_000, interval: 5 });
  await given(project, 1);

  const replies = await Promise.all(waiting);
  expect(replies.map(({ status, body }) => `${status} ${body.subject}`)).toEqual(waiting.map(() => '200 No 1'));
}, 40_000);

test('a call that gets no connection is refused as overloaded, not for too many waiting calls', async () => {
  const project = await app.given.project();
  const { database } = app.app.services;
  const held = await database.connect({ owner: project.id });

  const reply = await plantedClient(app.url, bearer(project.secretKey)).get('/inbox/wait?timeout=5');
  database.release(held);

  expect(reply).toMatchObject({ status: 503, body: { error: { code: 'OVERLOADED' } } });
});

test('twenty calls of a project wait at once; more are refused with 429, and a neighbour is not affected', async () => {
  const [project, neighbour] = [await app.given.project(), await app.given.project()];
  const wait = ({ secretKey }: GivenProject, timeout: number) =>
    app.as(secretKey).get(`/inbox/wait?timeout=${timeout}`);
  const waiting = Array.from({ length: 20 }, () => wait(project, 6));
  await new Promise((resolve) => setTimeout(resolve, 2_000));

  const refused = await wait(project, 1);
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 20, scope: 'project' } } },
  });
  expect(refused.headers['retry-after']).toBe('1');
  expect((await wait(neighbour, 1)).status).toBe(404);
  await Promise.all(waiting);
  expect((await wait(project, 1)).status).toBe(404);
}, 40_000);

test('a waiting call polls once a second, and at once when mail is captured in the same process', async () => {
  const project = await app.given.project();
  const { pool } = app.app.services.database;
  let looks = 0;
  pool.on('acquire', () => {
    looks += 1;
  });
  await app.as(project.secretKey).get('/inbox/wait?timeout=4');
  expect(looks).toBeLessThan(10);

  const began = performance.now();
  const waited = nextCaptured(project.id, 10_000, new AbortController().signal);
  signalCaptured(project.id);
  await waited;
  expect(performance.now() - began).toBeLessThan(5_000); // without the signal ten seconds
});

test('the signal for mail that this process has captured comes when its result is recorded', async () => {
  const worker = await testApp({}, { spools: [deliveries] });
  const project = await worker.given.project();
  const client = worker.as(project.secretKey);
  const withinMs = 20_000;
  const began = performance.now();
  const captured = nextCaptured(project.id, withinMs, new AbortController().signal);

  await client.post('/v1/send', {
    to: 'ann@example.com',
    from: 'hello@postrider.test',
    subject: 'S',
    body: '<p>B</p>',
  });
  await captured;

  expect(performance.now() - began).toBeLessThan(withinMs - 5_000);
  expect((await client.get('/inbox')).body.total).toBe(1);
});

test('a waiting call is refused when the process stops', async () => {
  const stop = new AbortController();
  const project = await app.given.project();
  const ctx = { ...projectContext(app.app.services, project.id), stopping: stop.signal };
  const waiting = waitForMail(ctx, { to: undefined, subject: undefined, since: null }, 30);
  const refused = expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

  stop.abort();

  await refused;
});

test('an email whose result is not recorded yet is not returned', async () => {
  const project = await app.given.project();
  const client = app.as(project.secretKey);
  await given(project, 1);
  await query(`update emails set status = 'QUEUED' where project_id = $1`, [project.id]);
  expect((await client.get('/inbox/wait?timeout=1')).body.error.code).toBe('NO_MATCHING_EMAIL');

  await query(`update emails set status = 'SENT' where project_id = $1`, [project.id]);

  expect((await client.get('/inbox/wait?timeout=1')).status).toBe(200);
});
