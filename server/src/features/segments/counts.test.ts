import { setTimeout as delay } from 'node:timers/promises';
import { Client as Session } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { instanceContext } from '#platform/context';
import { type Client, type GivenProject, startTestApp, type TestApp } from '#testing';
import { lockWaits } from '#testing/lock-waits';
import { findDueCounts } from './count-due.ts';

let app: TestApp;
let api: Client;
let project: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  api = app.as(project.secretKey);
});

const isPro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };
const run = (statement: string, values: readonly unknown[]) =>
  app.app.services.database.pool.query(statement, [...values]);

/** Every second one is pro. */
const insertContacts = (count: number) =>
  run(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select $1, gen_random_uuid(), 'c' || n || '@example.com', true,
            jsonb_build_object('plan', case when n % 2 = 0 then 'pro' else 'free' end), 'api', now(), now()
       from generate_series(1, $2::int) n`,
    [project.id, count],
  );

const countOf = async (id: string): Promise<number> => (await api.get(`/segments/${id}`)).body.memberCount;

/** Another session locks the contacts, so that every reader waits. */
async function holdContacts(): Promise<() => Promise<void>> {
  const session = new Session({ connectionString: app.databaseUrl });
  await session.connect();
  await session.query('begin; lock table contacts in access exclusive mode');
  return async () => {
    await session.query('commit');
    await session.end();
  };
}

test('a count that takes longer than a request may wait runs in the background, however long it takes (D-333)', async () => {
  await insertContacts(60_000);
  const first = await holdContacts();
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro });
  await first();
  const second = await holdContacts();
  const counted = app.settle();
  await delay(6_000); // longer than a request may wait
  await second();
  await counted;

  expect(segment).toMatchObject({ memberCount: 0, memberCountAt: null });
  expect(await countOf(segment.id)).toBe(30_000);
}, 40_000);

test('a preview that takes too long says so, without counts (D-347)', async () => {
  await insertContacts(10);
  const release = await holdContacts();
  const { body } = await api.post('/segments/preview', { condition: isPro });
  await release();

  expect(body).toEqual({
    count: null,
    timedOut: true,
    sample: [],
    filters: [{ path: 'groups.0.filters.0', missing: null, dayOnly: null }],
    contact: null,
  });
}, 40_000);

test('segments are counted again within 15 minutes, also when no request reads them (D-333)', async () => {
  const { body: dynamic } = await api.post('/segments', { name: 'Pro', condition: isPro });
  await insertContacts(10);
  const runDueCounts = async (): Promise<number> => {
    await findDueCounts.run(instanceContext(app.app.services));
    await app.settle();
    return countOf(dynamic.id);
  };
  const early = await runDueCounts();
  await run(`update segments set count_due_at = count_due_at - interval '14 minutes' where project_id = $1`, [
    project.id,
  ]);

  expect(early).toBe(0);
  expect(await runDueCounts()).toBe(5);
});

test('a count of an earlier condition or an earlier moment is not stored (D-333)', async () => {
  await insertContacts(10);
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro });
  await run(`update segments set member_count = 7, member_count_at = now() + interval '1 minute' where id = $1`, [
    segment.id,
  ]);
  await api.post(`/segments/${segment.id}/refresh`);

  expect(await countOf(segment.id)).toBe(7);
});

test('the counts of lists stay right when contacts are deleted, one at a time and in bulk (D-333)', async () => {
  const { body: list } = await api.post('/segments', { name: 'List', type: 'STATIC' });
  const emails = Array.from({ length: 6 }, (_, index) => `m${index}@example.com`);
  await api.post(`/segments/${list.id}/members`, { emails, createMissing: true });
  const { body: contacts } = await api.get('/contacts?sort=email&dir=asc');
  const ids = contacts.data.map(({ id }: { id: string }) => id);
  await api.delete(`/contacts/${ids[0]}`);
  const afterOne = await countOf(list.id);
  await api.post('/contacts/bulk-delete', { contactIds: ids.slice(1, 4) });
  await app.settle();

  expect(afterOne).toBe(5);
  expect(await countOf(list.id)).toBe(2);
});

test('the count of a list is the number of its members under concurrent additions, removals and deletions (D-333)', async () => {
  const { body: list } = await api.post('/segments', { name: 'List', type: 'STATIC' });
  await insertContacts(40);
  const { body } = await api.get('/contacts?limit=100');
  const contacts: { id: string; email: string }[] = body.data;
  await api.post(`/segments/${list.id}/members`, { emails: contacts.slice(0, 20).map(({ email }) => email) });
  const calls = contacts.flatMap(({ id, email }, index) => [
    () => api.post(`/segments/${list.id}/members`, { emails: [email] }),
    ...(index % 2 === 0 ? [() => api.delete(`/contacts/${id}`)] : []),
    ...(index % 3 === 0 ? [() => api.post(`/segments/${list.id}/members/remove`, { emails: [email] })] : []),
  ]);
  const replies: { status: number; text: string }[] = [];
  const inTurn = async (): Promise<void> => {
    for (let call = calls.shift(); call; call = calls.shift()) replies.push(await call());
  };
  await Promise.all(Array.from({ length: 8 }, inTurn));
  const { rows } = await run('select count(*)::int as members from segment_members where segment_id = $1', [list.id]);

  expect(replies.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([]);
  expect(await countOf(list.id)).toBe(rows[0].members);
}, 30_000);

test('a contact that is added to a list while it is deleted is not counted there', async () => {
  const { body: list } = await api.post('/segments', { name: 'List', type: 'STATIC' });
  const { body: contact } = await api.post('/contacts', { email: 'a@example.com' });
  const session = new Session({ connectionString: app.databaseUrl });
  await session.connect();
  await session.query('begin');
  await session.query(`update segments set member_count = member_count + 1 where id = $1`, [list.id]);
  await session.query(`insert into segment_members values ($1, $2, $3, now())`, [project.id, list.id, contact.id]);
  const deleted = api.delete(`/contacts/${contact.id}`);
  await vi.waitFor(async () => expect(await waiting('%contacts%')).toBeGreaterThan(0), { timeout: 10_000 });
  await session.query('commit');
  await session.end();

  expect((await deleted).status).toBe(204);
  expect(await countOf(list.id)).toBe(0);
});

test('a contact that is deleted while it is added to a list is not found', async () => {
  const { body: list } = await api.post('/segments', { name: 'List', type: 'STATIC' });
  const emails = ['a@example.com', 'b@example.com'];
  for (const email of emails) await api.post('/contacts', { email });

  const reply = await whileDeleted('a@example.com', () => api.post(`/segments/${list.id}/members`, { emails }));

  expect(reply).toMatchObject({ status: 200, body: { added: 1, notFound: ['a@example.com'] } });
  expect(await countOf(list.id)).toBe(1);
});

test.each([
  ['', isPro],
  [
    ', also when time would change the result',
    { logic: 'AND', groups: [{ filters: [{ field: 'createdAt', operator: 'olderThan', value: 1, unit: 'days' }] }] },
  ],
])('a contact that is deleted during a compute is left out%s', async (_when, condition) => {
  const { body: segment } = await api.post('/segments', { name: 'Some', condition, trackMembership: true });
  await insertContacts(4);

  const reply = await whileDeleted('c2@example.com', () => api.post(`/segments/${segment.id}/compute`));

  expect(reply).toMatchObject({ status: 200, body: { added: condition === isPro ? 1 : 0 } });
});

/** Another session deletes the contact, and commits when the call waits for it. */
async function whileDeleted<Result>(email: string, call: () => Promise<Result>): Promise<Result> {
  const session = new Session({ connectionString: app.databaseUrl });
  await session.connect();
  await session.query('begin');
  await session.query('delete from contacts where project_id = $1 and email = $2', [project.id, email]);
  const called = call();
  await vi.waitFor(async () => expect(await waiting('%contact%')).toBeGreaterThan(0), { timeout: 10_000 });
  await session.query('commit');
  await session.end();
  return called;
}

test('a compute commits as a whole, so that a second one reports none of its changes (D-346)', async () => {
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro, trackMembership: true });
  await insertContacts(5_000);
  const last = `select id from contacts where project_id = $1 and data->>'plan' = 'pro' order by id desc limit 1`;
  const session = new Session({ connectionString: app.databaseUrl });
  await session.connect();
  await session.query('begin');
  await session.query(`select 1 from contacts where id = (${last}) for update`, [project.id]);
  const computes = [1, 2].map(() => api.post(`/segments/${segment.id}/compute`));
  await vi.waitFor(async () => expect(await waiting('%insert into segment_members%')).toBeGreaterThan(0), {
    timeout: 10_000,
  });
  const { rows } = await run('select count(*)::int as members from segment_members where project_id = $1', [
    project.id,
  ]);
  await session.query('commit');
  await session.end();
  const replies = await Promise.all(computes);

  expect(rows[0].members).toBe(0);
  expect(replies.map((reply) => reply.body.added).toSorted((left, right) => left - right)).toEqual([0, 2_500]);
  expect(replies.map((reply) => reply.body.total)).toEqual([2_500, 2_500]);
}, 30_000);

const waiting = (like: string): Promise<number> => lockWaits(app.app.services.database.pool, like);

test('a project with many due segments does not keep others from being counted', async () => {
  const other = await app.given.project();
  for (const [index, { id }] of [project, other].entries()) {
    await run(
      `insert into segments (project_id, id, name, slug, type, condition, track_membership, count_due_at, created_at, updated_at)
       select $1, gen_random_uuid(), 'S' || n, 's' || n, 'DYNAMIC', $2, false, timestamptz '2020-01-01' + $3 * interval '1 day', now(), now()
         from generate_series(1, 5) n`,
      [id, JSON.stringify(isPro), index],
    );
  }
  const due = (max: number) =>
    instanceContext(app.app.services).dispatch<{ project_id: string }>('projects_with_due_counts', [max]);

  expect(await due(2)).toEqual([{ project_id: project.id }, { project_id: other.id }]);
  expect(await due(1)).toEqual([{ project_id: project.id }]);
});
