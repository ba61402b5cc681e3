import { randomUUIDv7 } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fileForm, startTestApp, type TestApp } from '#testing';
import { uncausedSubscriptions } from '#testing/subscription-watch';

let app: TestApp;
let client: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const uncaused = async () => (await client.query(uncausedSubscriptions)).rows;
const changes = async () =>
  Number(
    (await client.query(`select count(*) as n from subscription_watch.log where kind = 'state' and not is_creation`))
      .rows[0]?.n,
  );

test('every change of a subscription has an event and a row of consent of a listed cause in the same transaction (I6, D-204, D-416)', async () => {
  const { secretKey } = await app.given.project();
  const api = app.as(secretKey);
  const { body: ada } = await api.post('/contacts', { email: 'ada@example.com', subscribed: true });
  const { body: bob } = await api.post('/contacts', { email: 'bob@example.com', subscribed: false });

  await api.patch(`/contacts/${ada.id}`, { subscribed: false });
  await api.patch(`/contacts/${ada.id}`, { subscribed: true });
  await api.post('/contacts/bulk-subscribe', { contactIds: [bob.id] });
  await app.settle();
  await api.post('/contacts/bulk-unsubscribe', { contactIds: [ada.id, bob.id] });
  await app.settle();

  expect(await changes()).toBe(5);
  expect(await uncaused()).toEqual([]);
});

test('the source says which call changed a subscription, and a call that changes none has no event (D-418)', async () => {
  const { secretKey } = await app.given.project();
  const api = app.as(secretKey);
  const email = 'ada@example.com';
  await api.post('/contacts', { email, subscribed: true });
  const mail = { to: email, subject: 'Hi', body: '<p>Hi</p>', from: 'hello@postrider.test' };
  for (const subscribed of [true, false, false]) await api.post('/v1/send', { ...mail, subscribed });
  await api.post('/contacts/import', fileForm(`email,subscribed\n${email},yes\n`));
  await app.settle();
  await api.post('/events/track', { email, event: 'visit', subscribed: false });

  const { data } = (await api.get('/events?source=platform')).body;
  const changesOf = data.filter(({ name }: { name: string }) => name.startsWith('contact.'));
  expect(changesOf.map(({ name, data: own }: { name: string; data: object }) => [name, own])).toEqual([
    ['contact.unsubscribed', { source: 'track' }],
    ['contact.subscribed', { source: 'import' }],
    ['contact.unsubscribed', { source: 'send' }],
  ]);
});

test('a change without its event and its row of consent is found, and so is a contact of an unknown source', async () => {
  const project = await app.given.project();
  const { body } = await app.as(project.secretKey).post('/contacts', { email: 'eve@example.com', subscribed: true });
  await client.query('begin');
  await client.query(`select set_config('role', 'postrider_app', true), set_config('app.project', $1, true)`, [
    project.id,
  ]);
  await client.query('update contacts set subscribed = false where id = $1', [body.id]);
  await client.query('commit');
  await client.query(`update contacts set source = 'nowhere' where id = $1`, [body.id]);

  expect(await uncaused()).toEqual([
    { what: 'changed without consent', contact_id: body.id, subscribed: false },
    { what: 'other than the newest consent', contact_id: body.id, subscribed: false },
    { what: 'changed', contact_id: body.id, subscribed: false },
    { what: 'made', contact_id: body.id, subscribed: false },
  ]);
  await client.query('truncate subscription_watch.log'); // or the check after this file would find it, too
});

test('a contact whose newest row of consent says something else is found', async () => {
  const { secretKey } = await app.given.project();
  const { body } = await app.as(secretKey).post('/contacts', { email: 'ida@example.com', subscribed: true });
  await client.query(
    `insert into consent_records (project_id, contact_id, at, id, subscribed, is_creation, source)
     select project_id, id, now() + interval '1 hour', gen_random_uuid(), false, false, 'api' from contacts where id = $1`,
    [body.id],
  );

  const found = async () => (await uncaused()).filter(({ contact_id }) => contact_id === body.id);

  expect(await found()).toEqual([{ what: 'other than the newest consent', contact_id: body.id, subscribed: true }]);
  await client.query('update contacts set subscribed = false where id = $1', [body.id]);
  expect(await found()).toEqual([]);
});

test('a state that is given twice in a transaction needs two rows of consent and two events', async () => {
  const id = randomUUIDv7();
  const log = (...kinds: string[]) =>
    client.query(
      `insert into subscription_watch.log (xid, kind, contact_id, subscribed, source, is_creation)
       select '9'::xid8, kind, $1, true, case kind when 'state' then null else 'api' end, false from unnest($2::text[]) k (kind)`,
      [id, kinds],
    );
  await log('state', 'state', 'consent', 'event');
  const withOne = await uncaused();
  await log('consent', 'event');

  expect(withOne.filter(({ contact_id }) => contact_id === id)).toEqual([
    { what: 'changed without consent', contact_id: id, subscribed: true },
    { what: 'changed', contact_id: id, subscribed: true },
  ]);
  expect((await uncaused()).filter(({ contact_id }) => contact_id === id)).toEqual([]);
});
