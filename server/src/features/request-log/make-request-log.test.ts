import { Client as Database } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { FinishedCall } from '#platform/http';
import { newId } from '#platform/ids';
import { anotherProcess, type GivenProject, type TestApp, testApp } from '#testing';
import { bearer, type Reply } from '#testing/client';
import { plantedClient } from '#testing/log-search';
import { unlessBusy } from '#testing/unless-busy';
import { until } from '#testing/until';
import { makeRequestLog } from './make-request-log.ts';

const callOf = ({ id, secretKey }: GivenProject, given: Partial<FinishedCall> = {}): FinishedCall => ({
  requestId: newId(),
  projectId: id,
  caller: { kind: 'secret', keyLast4: secretKey.slice(-4) },
  method: 'GET',
  path: '/contacts',
  status: 200,
  durationMs: 1,
  clientAddress: '192.0.2.1',
  headers: { 'user-agent': 'test' },
  requestBody: null,
  responseBody: null,
  hasFile: false,
  isReplyHidden: false,
  isBodyHidden: false,
  refusal: null,
  ignoredFields: [],
  isDeprecated: false,
  ...given,
});

async function ownerOf({ databaseUrl }: TestApp): Promise<Database> {
  const client = new Database({ connectionString: databaseUrl });
  await client.connect();
  await client.query('set role postrider_owner');
  onTestFinished(() => client.end());
  return client;
}

async function droppedLines({ app }: TestApp): Promise<number> {
  const text = await (await fetch(`${app.metricsUrl}/metrics`)).text();
  return Number(/^request_log_dropped_total\S* (\d+)/m.exec(text)?.[1] ?? 0);
}

test('a project writes 2,000 lines a minute; beyond that a line says how many were left out, and neighbours lose none', async () => {
  const app = await testApp();
  const owner = await ownerOf(app);
  const [noisy, quiet] = [await app.given.project(), await app.given.project()];
  const log = makeRequestLog(app.app.services);

  for (let sent = 0; sent < 2_100; sent += 1) {
    log.record(callOf(noisy));
    if (sent % 700 === 0) log.record(callOf(quiet));
    if (sent % 200 === 0) await log.stop(); // as if time had passed
  }
  await log.stop();

  const { rows } = await owner.query(`
    select project_id, count(*) filter (where left_out = 0)::int as lines, sum(left_out)::int as left_out
      from logged_calls group by 1 order by 2 desc`);
  expect(rows).toEqual([
    { project_id: noisy.id, lines: 2_000, left_out: 100 },
    { project_id: quiet.id, lines: 3, left_out: 0 },
  ]);
  const { rows: uses } = await owner.query(
    'select sum(calls)::int as calls from key_usage_hours where project_id = $1',
    [noisy.id],
  );
  expect(uses).toEqual([{ calls: 2_100 }]);
});

test('while the table cannot be written, requests go on, memory is limited, and the oldest lines are dropped and counted', async () => {
  const app = await testApp();
  const owner = await ownerOf(app);
  const project = await app.given.project();
  // A call that is refused is a line as well, so all that are made are counted.
  let calls = 0;
  const callerOf = (key: string) => plantedClient(app.url, bearer(key));
  const [secret, open] = [callerOf(project.secretKey), callerOf(project.publicKey)];
  const counted = (call: () => Promise<Reply>) =>
    unlessBusy(() => {
      calls += 1;
      return call();
    });
  await counted(() => secret.get('/contacts'));
  expect(await until(async () => (await owner.query('select from logged_calls')).rowCount === calls)).toBe(true);
  await owner.query('begin; lock table logged_calls in access exclusive mode');

  const statuses = new Set<number>();
  for (let sent = 0; sent < 1_400; sent += 20) {
    // Two kinds of key, each with its own rate limit.
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        counted(() =>
          index % 2 === 0 ? secret.get('/segments') : open.post('/v1/track', { email: 'a@example.com', event: 'x' }),
        ),
      ),
    );
    for (const { status } of replies) statuses.add(status);
  }
  // What is too much for the memory, or on a slow machine what is under way until its time is over.
  const isDropping = await until(async () => (await droppedLines(app)) > 100);
  const { headers } = await counted(() => secret.get('/segments'));
  const dropped = await droppedLines(app);
  await owner.query('rollback');

  expect([...statuses]).toEqual([200]);
  expect(isDropping).toBe(true);
  // The last line is written once the table is free again.
  const last = [headers['x-request-id']];
  expect(
    await until(async () => (await owner.query('select from logged_calls where id = $1', last)).rowCount === 1),
  ).toBe(true);
  const { rows } = await owner.query('select count(*)::int as lines from logged_calls');
  expect(rows[0].lines).toBeLessThanOrEqual(calls - dropped);
}, 120_000);

test('a batch that fails loses its lines, not those after it', async () => {
  const app = await testApp();
  const owner = await ownerOf(app);
  const project = await app.given.project();
  const log = makeRequestLog(app.app.services);
  await owner.query('alter table logged_calls add constraint closed check (path <> $$/lost$$)');

  log.record(callOf(project, { path: '/lost' }));
  log.record(callOf(project));
  await log.stop();
  log.record(callOf(project, { path: '/kept' }));
  await log.stop();

  expect((await owner.query('select path from logged_calls')).rows).toEqual([{ path: '/kept' }]);
});

test('a text that PostgreSQL cannot store does not lose the lines beside it', async () => {
  const app = await testApp();
  const owner = await ownerOf(app);
  const project = await app.given.project();
  const log = makeRequestLog(app.app.services);

  log.record(
    callOf(project, {
      path: '/a\ud800\0',
      requestBody: '{"a":"\ud800\0\\u0000\\ud800"}',
      headers: { 'user-agent': '\0\ud800' },
    }),
  );
  log.record(callOf(project, { path: '/b' }));
  await log.stop();

  expect((await owner.query('select from logged_calls')).rowCount).toBe(2);
});

test('a line of a project that is gone does not lose the lines of others', async () => {
  const app = await testApp();
  const owner = await ownerOf(app);
  const [gone, here] = [await app.given.project(), await app.given.project()];
  await owner.query('delete from projects where id = $1', [gone.id]);
  const log = makeRequestLog(app.app.services);

  log.record(callOf(gone));
  log.record(callOf(here));
  await log.stop();

  expect((await owner.query('select project_id from logged_calls')).rows).toEqual([{ project_id: here.id }]);
});

test('what is in memory is written when the process stops', async () => {
  const app = await testApp();
  const owner = await ownerOf(app);
  const project = await app.given.project();
  const other = await anotherProcess(app, {});

  const reply = await fetch(`${other.url}/contacts`, { headers: { authorization: `Bearer ${project.secretKey}` } });
  await reply.text();
  await other.stop();

  const { rows } = await owner.query('select id from logged_calls');
  expect(rows).toEqual([{ id: reply.headers.get('x-request-id') }]);
});

test.each([
  ['all', ['request', 'response', 'request', 'response']],
  ['errors', [null, null, 'request', 'response']],
  ['none', [null, null, null, null]],
])('REQUEST_LOG_BODIES=%s', async (setting, expected) => {
  const app = await testApp({ REQUEST_LOG_BODIES: setting });
  const owner = await ownerOf(app);
  const project = await app.given.project();
  const log = makeRequestLog(app.app.services);

  const bodies = { requestBody: '"request"', responseBody: '"response"' };
  log.record(callOf(project, { ...bodies, status: 200 }));
  log.record(callOf(project, { ...bodies, status: 422 }));
  await log.stop();

  const { rows } = await owner.query('select request_body, response_body from logged_calls order by status');
  expect(
    rows
      .flatMap(({ request_body: sent, response_body: replied }) => [sent, replied])
      .map((text) => text && JSON.parse(text)),
  ).toEqual(expected);
});

test('an hour holds a limited number of user agents and networks; the rest is summed', async () => {
  const app = await testApp();
  const owner = await ownerOf(app);
  const project = await app.given.project();
  const log = makeRequestLog(app.app.services);

  for (let agent = 0; agent < 400; agent += 1) {
    log.record(callOf(project, { headers: { 'user-agent': `agent ${agent}` } }));
    if (agent % 100 === 99) await log.stop();
  }
  for (let repeat = 0; repeat < 3; repeat += 1) log.record(callOf(project, { headers: { 'user-agent': 'agent 1' } }));
  await log.stop();

  const { rows } = await owner.query(
    `select user_agent, calls::int from key_usage_hours where user_agent in ('', 'agent 1') order by calls`,
  );
  expect(rows).toEqual([
    { user_agent: 'agent 1', calls: 4 },
    { user_agent: '', calls: 200 },
  ]);
  expect((await owner.query('select from key_usage_hours')).rowCount).toBe(201);
});
