import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing';
import { makeIdentity } from './identity.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);

test('a key that has used up its minute is refused without a query', async () => {
  const project = await app.given.project();
  await app.as(project.secretKey).get('/contacts');
  const key = `project:${project.id}:secret`;
  await query('update rate_limits set used = 1000 where key = $1', [key]);
  const call = () => app.as(project.secretKey).get('/contacts');

  const first = await call();
  await query('update rate_limits set used = 0 where key = $1', [key]); // a caller that is looked up would be admitted
  const later = await Promise.all(Array.from({ length: 20 }, call));

  expect([first, ...later].map(({ status }) => status)).toEqual(Array(21).fill(429));
  expect(later.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
});

test('a caller who is refused is not counted', async () => {
  const project = await app.given.project();

  const wrong = project.secretKey.slice(0, -1) + (project.secretKey.endsWith('x') ? 'y' : 'x');
  await app.as(project.publicKey).get('/contacts');
  await app.as(wrong).get('/contacts');

  expect((await query(`select * from rate_limits where key like $1`, [`project:${project.id}%`])).rows).toEqual([]);
});

test('without the shared counter the API stays up and each process counts for itself', async () => {
  const project = await app.given.project();
  await query('alter table rate_limits rename to rate_limits_away');

  const replies = [];
  for (let time = 0; time < 3; time += 1) replies.push(await app.as(project.secretKey).get('/contacts'));
  const person = await project.owner.client.get('/users/@me');
  await query('alter table rate_limits_away rename to rate_limits');

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(replies.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['999', '998', '997']);
  expect(person.status).toBe(200);
});

test('a key that this process refused by its own count is admitted as soon as the shared counter is available again', async () => {
  const project = await app.given.project();
  const identity = makeIdentity(app.app.services.entryDatabase);
  const used = async () => (await identity.bySecretKey(project.secretKey))?.rate.used ?? 0;
  let counted = 0;
  await query('alter table rate_limits rename to rate_limits_away');
  while (counted <= 1_000) counted = await used();
  await query('alter table rate_limits_away rename to rate_limits');

  expect(counted).toBe(1_001);
  expect(await used()).toBe(1);
}, 58_000); // the minute it counts must not pass

test('a session enters the project it names, and no other', async () => {
  const [mine, foreign] = [await app.given.project(), await app.given.project()];
  const at = async (id: string) => (await mine.owner.in(id).get('/contacts')).status;

  expect(await at(mine.id)).toBe(200);
  expect(await at(foreign.id)).toBe(404);
  expect(await at('0192f0c2-a1b4-7c3e-9d5f-6a7b8c9d0e1f')).toBe(404);
  expect(await at('not-an-id')).toBe(404);
  expect((await mine.owner.client.get('/contacts')).status).toBe(400);
});

test('the functions of the entry are closed to every role but the app', async () => {
  const { rows } = await query(
    `select p.proname, pg_get_userbyid(p.proowner) as owner, has_function_privilege('public', p.oid, 'execute') as is_open
       from pg_proc p where proname in ('find_keys', 'lease_with_key', 'lease_with_public_key',
                                             'find_session', 'enter_with_session')`,
  );

  expect(rows).toHaveLength(5);
  for (const row of rows) expect(row).toMatchObject({ owner: 'postrider_dispatch', is_open: false });
});
