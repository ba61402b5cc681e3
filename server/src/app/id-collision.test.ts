import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type GivenProject, startTestApp, type TestApp } from '#testing';

let app: TestApp;
let client: Client;
let project: GivenProject;
const original = crypto.randomUUIDv7;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  project = await app.given.project();
});
afterEach(() => makeIds(original));
afterAll(async () => {
  await client.end();
  await app.close();
});

/** Replaces the generator of ids in this process. */
function makeIds(by: typeof original): void {
  crypto.randomUUIDv7 = by;
  syncBuiltinESMExports();
}

const template = (name: string) => ({
  name,
  subject: 'Hello',
  body: '<p>Hello</p>',
  type: 'MARKETING',
  from: 'hello@postrider.test',
});

test.each([
  ['contacts', '/contacts', (n: number) => ({ email: `person-${n}@example.com` })],
  ['templates', '/templates', (n: number) => template(`Template ${n}`)],
  ['segments', '/segments', (n: number) => ({ name: `Segment ${n}`, type: 'STATIC' })],
] as const)(
  'an id that exists already is a 500, and the row of %s that has it is unchanged (F42)',
  async (table, path, body) => {
    const api = app.as(project.secretKey);
    const first = await api.post(path, body(1));
    expect(first.status).toBe(201);
    const id: string = first.body.id ?? first.body.data?.id;
    const rows = async () => (await client.query(`select to_jsonb(t) as row from ${table} t order by id`)).rows;
    const before = await rows();

    makeIds(() => id as ReturnType<typeof original>);
    const second = await api.post(path, body(2));
    makeIds(original);

    expect(second.status).toBe(500);
    expect(second.body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(await rows()).toEqual(before);
  },
);

test('a mail whose id exists already is refused completely, and may be sent again', async () => {
  const api = app.as(project.secretKey);
  const mail = { to: 'ada@example.com', from: 'hello@postrider.test', subject: 'Hello', body: '<p>Hello</p>' };
  await api.post('/v1/send', mail);
  const emails = async () => (await client.query(`select to_jsonb(e) as row from emails e order by id`)).rows;
  const before = await emails();
  const id = before[0]?.row.id;

  makeIds(() => id);
  const taken = await api.post('/v1/send', mail);
  makeIds(original);

  expect(taken.status).toBe(500);
  expect(await emails()).toEqual(before);
  expect((await api.post('/v1/send', mail)).status).toBe(200);
});
