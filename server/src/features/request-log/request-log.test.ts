import { Client as Database } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { fileForm, type GivenProject, type Reply, runSchedule, startTestApp, type TestApp } from '#testing';
import { until } from '#testing/until';

let app: TestApp;
let project: GivenProject;
let owner: Database;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  owner = new Database({ connectionString: app.databaseUrl });
  await owner.connect();
  await owner.query('set role postrider_owner');
});
afterAll(async () => {
  await owner.end();
  await app.close();
});
beforeEach(async () => {
  project = await app.given.project();
});

const idOf = ({ headers }: Reply): string => String(headers['x-request-id']);

/** The call in the log, once it is written. */
async function logged(requestId: string, of: GivenProject = project): Promise<Reply['body']> {
  let found: Reply | undefined;
  await until(async () => {
    found = await app.as(of.secretKey).get(`/logs/${requestId}`);
    return found.status === 200;
  });
  return found?.body;
}

test('a call is logged with its caller, its bodies and what it names', async () => {
  const reply = await app
    .as(project.secretKey)
    .post(
      '/v1/send',
      { to: 'ada@example.com', from: 'hello@postrider.test', subject: 'Hi', body: '<p>Hi</p>', colour: 'blue' },
      { 'user-agent': 'acme/1.0', 'idempotency-key': 'order-1', 'x-trace': 'trace-1' },
    );

  const { emails } = reply.body.data;
  const call = await logged(idOf(reply));
  expect(call).toMatchObject({
    requestId: idOf(reply),
    method: 'POST',
    path: '/v1/send',
    status: 200,
    identity: 'secret',
    keyLast4: project.secretKey.slice(-4),
    userId: null,
    userAgent: 'acme/1.0',
    idempotencyKey: 'order-1',
    errorCode: null,
    isDeprecated: false,
    leftOut: 0,
    ignoredFields: ['colour'],
    emails: [emails[0].email],
    contacts: [emails[0].contact.id],
    events: [],
  });
  expect(call.requestHeaders).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'acme/1.0',
    'idempotency-key': 'order-1',
    authorization: '[cut]',
    'x-trace': '[cut]',
  });
  expect(JSON.parse(call.requestBody)).toMatchObject({ to: 'ada@example.com', colour: 'blue' });
  expect(JSON.parse(call.responseBody)).toEqual(reply.body);
});

test('an event that was tracked with the public key is named', async () => {
  const reply = await app.as(project.publicKey).post('/v1/track', { email: 'ada@example.com', event: 'signup' });

  const call = await logged(idOf(reply));

  expect(call).toMatchObject({ identity: 'public', path: '/v1/track', events: [reply.body.data.event] });
});

test('a refusal is logged with its code, also when it came before the body was read', async () => {
  const client = app.as(project.secretKey);
  const invalid = await client.post('/contacts', { email: 'nonsense' });
  await owner.query(`update projects set disabled_reason = 'MANUAL' where id = $1`, [project.id]);
  const disabled = await client.post('/contacts', { email: 'ada@example.com' });
  await owner.query(`update projects set disabled_reason = null where id = $1`, [project.id]);

  expect(await logged(idOf(invalid))).toMatchObject({ status: 422, errorCode: 'VALIDATION_ERROR' });
  expect(await logged(idOf(disabled))).toMatchObject({ status: 403, errorCode: 'PROJECT_DISABLED', requestBody: null });
});

test('changes by a session are logged, reads by one are not, and unknown keys belong to nobody', async () => {
  const session = project.owner.in(project.id);
  const read = await session.get('/contacts');
  const unknown = await app.as(`${project.secretKey}x`).get('/contacts');
  const change = await session.post('/contacts', { email: 'ada@example.com' });

  expect(await logged(idOf(change))).toMatchObject({ identity: 'session', userId: project.owner.id, keyLast4: null });
  const { rows } = await owner.query('select id from logged_calls where id = any($1)', [[idOf(read), idOf(unknown)]]);
  expect(rows).toEqual([]);
});

test('no secret that must be cut is stored (D-1045)', async () => {
  const canary = (name: string): string => `canary-of-${name}-0123456789`;
  const client = app.as(project.secretKey);
  const file = Buffer.from(canary('file')).toString('base64');
  const mail = { to: 'ada@example.com', from: 'hello@postrider.test', subject: 'Hi', body: '<p>Hi</p>' };
  const replies = [
    await client.post('/contacts', {
      email: 'ada@example.com',
      data: { password: canary('password'), nested: { apiKey: canary('apikey') }, api_key: [canary('list')] },
    }),
    await client.post('/v1/send', {
      ...mail,
      attachments: [{ filename: 'a.txt', content: file, contentType: 'text/plain' }],
    }),
    await client.post(
      '/v1/send',
      { ...mail, secret: { deep: canary('deep') }, note: project.secretKey },
      { cookie: canary('cookie') },
    ),
    await client.post('/previews', { html: `<p>${canary('preview')}</p>` }),
    await client.post('/contacts/import', fileForm(`email,name\nbob@example.com,${canary('import')}\n`)),
    await client.send({ method: 'POST', path: '/contacts', raw: `{"password":"${canary('broken')}", oops` }),
    await client.get(`/contacts/${project.secretKey}`, { 'user-agent': `curl ${project.secretKey}` }),
    await client.post('/contacts', { email: 1, token: canary('token') }, { 'idempotency-key': project.secretKey }),
  ];
  const rotated = await project.owner.client.post(`/users/@me/projects/${project.id}/regenerate-keys`);
  const signing = await project.owner.client.post(`/projects/${project.id}/webhook-secret/rotate`);
  const fresh = { ...project, secretKey: rotated.body.secret };
  for (const reply of [...replies, rotated, signing]) await logged(idOf(reply), fresh);

  const { rows } = await owner.query('select l::text as line from logged_calls l where project_id = $1', [project.id]);
  const { rows: uses } = await owner.query('select u::text as line from key_usage_hours u');
  const stored = [...rows, ...uses].map(({ line }) => line).join('\n');
  expect(stored).toContain('/contacts/import');
  expect(stored).not.toContain('canary');
  for (const secret of [project.secretKey, rotated.body.secret, rotated.body.public, signing.body.secret, file]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(stored).not.toContain(secret);
  }
});

test('the list is filtered by method, path, status, id and time, and leads on by its cursor', async () => {
  const client = app.as(project.secretKey);
  const calls = [
    await client.post('/contacts', { email: 'ada@example.com' }),
    await client.get('/contacts'),
    await client.get('/segments/none'),
    await client.get('/segments'),
  ];
  for (const call of calls) await logged(idOf(call));
  const ids = calls.map(idOf);
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await client.get(`/logs?limit=100&${query}`);
    return body.data.map(({ requestId }: { requestId: string }) => requestId).filter((id: string) => ids.includes(id));
  };

  expect(await listed('')).toEqual(ids.toReversed());
  expect(await listed('method=POST')).toEqual([ids[0]]);
  expect(await listed('path=/segments')).toEqual([ids[3], ids[2]]);
  expect(await listed('status=4xx')).toEqual([ids[2]]);
  expect(await listed('status=404')).toEqual([ids[2]]);
  expect(await listed('status=201')).toEqual([ids[0]]);
  expect(await listed(`requestId=${ids[1]}`)).toEqual([ids[1]]);
  expect(await listed('endDate=2020-01-01')).toEqual([]);
  const first = await client.get('/logs?path=/contacts&limit=1');
  expect(first.body).toMatchObject({ data: [{ requestId: ids[1] }], hasMore: true, total: 2 });
  const second = await client.get(`/logs?path=/contacts&limit=1&cursor=${first.body.cursor}`);
  expect(second.body).toMatchObject({ data: [{ requestId: ids[0] }], hasMore: false, total: 0, cursor: '' });
  for (const wrong of ['status=6xx', 'status=40', 'requestId=x', 'method=TRACE', 'cursor=x'])
    expect((await client.get(`/logs?${wrong}`)).status, wrong).toBe(400);
});

test('a neighbour does not see the call', async () => {
  const neighbour = await app.given.project();
  const id = idOf(await app.as(project.secretKey).get('/contacts'));
  await logged(id);

  expect((await app.as(neighbour.secretKey).get(`/logs/${id}`)).status).toBe(404);
  expect((await app.as(neighbour.secretKey).get(`/logs?requestId=${id}`)).body.data).toEqual([]);
});

test('lines that name a deleted contact lose their contents (D-1063)', async () => {
  const client = app.as(project.secretKey);
  const gone = await client.post('/contacts', { email: 'gone@example.com' }, { 'user-agent': 'gone@example.com' });
  const kept = await client.post('/contacts', { email: 'kept@example.com' });
  const listed = await client.get('/contacts');
  for (const reply of [gone, kept, listed]) await logged(idOf(reply));
  await client.delete(`/contacts/${gone.body.id}`);
  await runSchedule(app, 'request-log.find-erasures');
  await app.settle();
  expect((await logged(idOf(gone))).requestBody).toContain('gone@example.com'); // a call under way may still be written

  await owner.query(`update logged_call_erasures set deleted_at = deleted_at - interval '6 minutes'`);
  await runSchedule(app, 'request-log.find-erasures');
  await app.settle();

  expect(await logged(idOf(gone))).toMatchObject({
    requestBody: null,
    responseBody: null,
    userAgent: null,
    status: 201,
  });
  expect(await logged(idOf(listed))).toMatchObject({ responseBody: null });
  expect((await logged(idOf(kept))).requestBody).toContain('kept@example.com');
  const { rows } = await owner.query(`select l::text as line from logged_calls l where project_id = $1`, [project.id]);
  expect(rows.map(({ line }) => line).join()).not.toContain('gone@example.com');
  expect((await owner.query('select from logged_call_erasures')).rowCount).toBe(0);
});

test('days past their time are dropped whole', async () => {
  const day = (daysAgo: number) => `date_trunc('day', now() at time zone 'UTC') - interval '${daysAgo} days'`;
  await owner.query(`do $$ begin execute format(
    'create table logged_calls_%s partition of logged_calls for values from (%L) to (%L)', to_char(${day(8)}, 'YYYYMMDD'),
    first_id_at((${day(8)}) at time zone 'UTC'), first_id_at((${day(7)}) at time zone 'UTC')); end $$`);
  await owner.query(
    `insert into logged_calls (project_id, id, path)
     select $1, first_id_at(now() - make_interval(days => d)), d::text from unnest(array[1, 5, 8, 30]) d`,
    [project.id],
  );
  const kept = async () => {
    const { rows } = await owner.query('select path from logged_calls where project_id = $1 order by id desc', [
      project.id,
    ]);
    return rows.map(({ path }) => path);
  };
  expect(await kept()).toEqual(['1', '5', '8', '30']);

  await runSchedule(app, 'retention');

  expect(await kept()).toEqual(['1', '5']);
});

test('the total counts among the newest 10,000 calls (D-125)', async () => {
  const { id, secretKey } = await app.given.project();
  await owner.query(
    `insert into logged_calls (project_id, id, method, path, status)
     select $1, replace(first_id_at(now() - make_interval(secs => n))::text, '-0000-0000-', '-7000-8000-')::uuid, 'GET', '/contacts', 200
       from generate_series(1, 10050) n`,
    [id],
  );

  expect((await app.as(secretKey).get('/logs?limit=1')).body).toMatchObject({ total: 10_000, hasMore: true });
});

test('a project that is deleted takes its log along', async () => {
  await logged(idOf(await app.as(project.secretKey).post('/contacts', { email: 'ada@example.com' })));

  await project.owner.client.delete(`/users/@me/projects/${project.id}`);
  await app.settle();

  for (const table of ['logged_calls', 'logged_call_erasures', 'key_usage_hours']) {
    expect((await owner.query(`select from ${table} where project_id = $1`, [project.id])).rowCount, table).toBe(0);
  }
});

test('the uses of keys are counted by user agent and network, those of the public key in one line (D-1115)', async () => {
  const client = app.as(project.secretKey);
  for (const agent of ['one', 'two', 'two', 'two']) await client.get('/contacts', { 'user-agent': agent });
  for (const agent of ['browser a', 'browser b']) {
    await app.as(project.publicKey).post('/v1/track', { email: 'a@example.com', event: 'x' }, { 'user-agent': agent });
  }
  const load = async () => (await project.owner.client.get(`/projects/${project.id}/keys`)).body;
  // Uses are written in batches: the third line may be there before the last use of another is.
  const sum = (usage: readonly { calls24h: number }[]) => usage.reduce((total, { calls24h }) => total + calls24h, 0);
  await until(async () => sum((await load()).usage) === 6);

  const { usage } = await load();

  const address = '127.0.0.1';
  expect(usage).toEqual([
    { kind: 'secret', userAgent: 'two', clientAddress: address, calls24h: 3, lastUsedAt: expect.any(String) },
    { kind: 'public', userAgent: null, clientAddress: null, calls24h: 2, lastUsedAt: expect.any(String) },
    { kind: 'secret', userAgent: 'one', clientAddress: address, calls24h: 1, lastUsedAt: expect.any(String) },
  ]);
});
