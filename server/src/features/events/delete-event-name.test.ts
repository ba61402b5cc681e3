import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { type Client, startTestApp, type TestApp } from '#testing';
import { findDrift } from './find-drift.ts';
import { removePage } from './remove-events.ts';

let app: TestApp;
let sql: PgClient;
let project: Awaited<ReturnType<TestApp['given']['project']>>;
let server: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  sql = new PgClient({ connectionString: app.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await app.close();
});
beforeEach(async () => {
  project = await app.given.project();
  server = app.as(project.secretKey);
});

const projectCtx = () => instanceContext(app.app.services).inProject(project.id);
const track = (event: string, email = 'ada@example.com') =>
  server.post('/events/track', { email, event, data: { seen: event } });
const names = async (): Promise<string[]> => (await server.get('/events/names')).body.eventNames;

/** Many events of one name, as if each had been recorded in turn. */
async function insertEvents(name: string, count: number): Promise<void> {
  const { body } = await server.post('/contacts', { email: 'many@example.com' });
  await sql.query(`update event_mark set folded_to = folded_to - interval '1 hour'`);
  await sql.query(
    `insert into events (project_id, created_at, previous_at, id, contact_id, name)
     select $1, at, nullif(lag(at, 1, at) over (order by at), at), gen_random_uuid(), $2, $3
       from (select date_trunc('milliseconds', now()) - n * interval '1 millisecond' as at from generate_series(0, $4::int - 1) n) s`,
    [project.id, body.id, name, count],
  );
  await sql.query(
    `insert into contact_events (project_id, name, contact_id, last_at, total) values ($1, $2, $3, date_trunc('milliseconds', now()), $4)`,
    [project.id, name, body.id, count],
  );
  await sql.query(`insert into event_names (project_id, name, first_seen_at) values ($1, $2, now())`, [
    project.id,
    name,
  ]);
}

test('every event of the name is deleted, others and the data of contacts stay (D-415)', async () => {
  const { body } = await track('a/b c');
  await track('a/b c', 'bob@example.com');
  await track('other');

  const reply = await server.delete(`/events/${encodeURIComponent('a/b c')}`);

  expect(reply).toMatchObject({ status: 200, body: { deletedCount: 2 } });
  expect(await names()).toEqual(['other']);
  expect((await server.get('/events')).body.total).toBe(1);
  expect((await server.get(`/contacts/${body.data.contact}`)).body.data).toEqual({ seen: 'other' });
  expect(await projectCtx().read(findDrift)).toEqual([]);
});

test('events recorded later count again, from zero (D-415)', async () => {
  await track('visit');
  await track('visit');
  await server.delete('/events/visit');
  await track('visit');

  expect((await server.get('/events/visit/usage')).body).toMatchObject({ totalCount: 1, uniqueContacts: 1 });
  expect((await server.get('/events/stats')).body).toMatchObject([{ count: 1, uniqueContacts: 1 }]);
  expect(await projectCtx().read(findDrift)).toEqual([]);
});

test('recording while a name is deleted loses no event and leaves no drift', async () => {
  await Promise.all(Array.from({ length: 5 }, (_, index) => track('visit', `p${index}@example.com`)));
  const [, deleted] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, (_, index) => track('visit', `p${index % 5}@example.com`))),
    server.delete('/events/visit'),
  ]);

  const { total } = (await server.get('/events?eventName=visit')).body;
  expect(deleted.body.deletedCount + total).toBe(25);
  expect(await projectCtx().read(findDrift)).toEqual([]);
});

test('more than 50,000 events are a job that can be polled', async () => {
  await insertEvents('visit', 50_001);

  const reply = await server.delete('/events/visit');
  expect(reply).toMatchObject({ status: 202, body: { jobId: expect.any(String), message: expect.any(String) } });
  expect(await names()).toEqual([]);
  await track('visit');
  await app.settle();

  const { body: job } = await server.get(`/contacts/bulk/${reply.body.jobId}`);
  expect(job).toMatchObject({ type: 'delete-event', state: 'completed', result: { deletedCount: 50_001 } });
  expect(await names()).toEqual(['visit']);
  expect((await server.get('/events/visit/usage')).body).toMatchObject({ totalCount: 1, uniqueContacts: 1 });
  expect(await projectCtx().read(findDrift)).toEqual([]);
});

test('a contact with a new event during the removal counts from zero', async () => {
  await insertEvents('visit', 3);
  const request = { email: 'many@example.com', event: 'visit' };
  await sql.query(`update event_names set removing_through = date_trunc('milliseconds', now()) where project_id = $1`, [
    project.id,
  ]);
  await server.post('/events/track', request);
  await server.post('/events/track', request);
  let isDone = false;
  while (!isDone) ({ isDone } = await projectCtx().transaction((tx) => removePage(tx, 'visit')));

  expect((await server.get('/events/stats')).body).toMatchObject([{ name: 'visit', count: 2, uniqueContacts: 1 }]);
  expect(await projectCtx().read(findDrift)).toEqual([]);
});
