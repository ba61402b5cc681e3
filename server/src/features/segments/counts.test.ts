import { Client as Session } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { instanceContext } from '#platform/context';
import type { Client, GivenProject, TestApp } from '#testing';
import { startTestApp } from '#testing';
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
  app.app.cellar.database.pool.query(statement, [...values]);

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

/** Another session holds the contacts, so that whoever looks at them waits. */
async function holdContacts(milliseconds: number): Promise<() => Promise<void>> {
  const session = new Session({ connectionString: app.databaseUrl });
  await session.connect();
  await session.query('begin; lock table contacts in access exclusive mode');
  const held = new Promise((resolve) => setTimeout(resolve, milliseconds)).then(() => session.query('commit'));
  return async () => {
    await held;
    await session.end();
  };
}

test('a count that takes longer than a request may wait follows in the background, however long it takes', async () => {
  await insertContacts(60_000);
  const first = await holdContacts(5_500);
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro });
  await first();
  const second = await holdContacts(6_000);
  await app.settle();
  await second();

  expect(segment).toMatchObject({ memberCount: 0, memberCountAt: null });
  expect(await countOf(segment.id)).toBe(30_000);
}, 40_000);

test('figures are counted again within a quarter of an hour, though nobody reads them', async () => {
  const { body: dynamic } = await api.post('/segments', { name: 'Pro', condition: isPro });
  await insertContacts(10);
  const look = async (): Promise<number> => {
    await findDueCounts.run(instanceContext(app.app.cellar));
    await app.settle();
    return countOf(dynamic.id);
  };
  const early = await look();
  await run(`update segments set count_due_at = count_due_at - interval '14 minutes' where project_id = $1`, [
    project.id,
  ]);

  expect(early).toBe(0);
  expect(await look()).toBe(5);
});

test('a count of an earlier condition or an earlier moment is not kept', async () => {
  await insertContacts(10);
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro });
  await run(`update segments set member_count = 7, member_count_at = now() + interval '1 minute' where id = $1`, [
    segment.id,
  ]);
  await api.post(`/segments/${segment.id}/refresh`);

  expect(await countOf(segment.id)).toBe(7);
});

test('a deleted contact leaves the figures of its lists right, alone and in bulk', async () => {
  const { body: list } = await api.post('/segments', { name: 'List', type: 'STATIC' });
  const emails = Array.from({ length: 6 }, (_, index) => `m${index}@example.com`);
  await api.post(`/segments/${list.id}/members`, { emails, createMissing: true });
  const { body: contacts } = await api.get('/contacts?sort=email&dir=asc');
  const ids = contacts.data.map(({ id }: { id: string }) => id);
  await api.delete(`/contacts/${ids[0]}`);
  const alone = await countOf(list.id);
  await api.post('/contacts/bulk-delete', { contactIds: ids.slice(1, 4) });
  await app.settle();

  expect(alone).toBe(5);
  expect(await countOf(list.id)).toBe(2);
});

test('the figure of a list is the number of its members, however additions, removals and deletions meet', async () => {
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
  // Why eight at a time: a project has a few connections, and whoever waits for one for a second is sent away.
  const inTurn = async (): Promise<void> => {
    for (let call = calls.shift(); call; call = calls.shift()) replies.push(await call());
  };
  await Promise.all(Array.from({ length: 8 }, inTurn));
  const { rows } = await run('select count(*)::int as members from segment_members where segment_id = $1', [list.id]);

  expect(replies.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([]);
  expect(await countOf(list.id)).toBe(rows[0].members);
}, 30_000);

test('a contact that is put on a list while it is deleted is not counted there', async () => {
  const { body: list } = await api.post('/segments', { name: 'List', type: 'STATIC' });
  const { body: contact } = await api.post('/contacts', { email: 'a@example.com' });
  const session = new Session({ connectionString: app.databaseUrl });
  await session.connect();
  await session.query('begin');
  await session.query(`update segments set member_count = member_count + 1 where id = $1`, [list.id]);
  await session.query(`insert into segment_members values ($1, $2, $3, now())`, [project.id, list.id, contact.id]);
  const deleted = api.delete(`/contacts/${contact.id}`);
  await vi.waitFor(async () => expect(await waiting('%contacts%')).not.toEqual([]), { timeout: 10_000 });
  await session.query('commit');
  await session.end();

  expect((await deleted).status).toBe(204);
  expect(await countOf(list.id)).toBe(0);
});

test('a compute is seen as a whole, so that a second one tells none of its changes', async () => {
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isPro, trackMembership: true });
  await insertContacts(5_000);
  const last = `select id from contacts where project_id = $1 and data->>'plan' = 'pro' order by id desc limit 1`;
  const session = new Session({ connectionString: app.databaseUrl });
  await session.connect();
  await session.query('begin');
  await session.query(`select 1 from contacts where id = (${last}) for update`, [project.id]);
  const computes = [1, 2].map(() => api.post(`/segments/${segment.id}/compute`));
  await vi.waitFor(async () => expect(await waiting('%insert into segment_members%')).not.toEqual([]), {
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

/** Statements like this one that wait for a lock. */
const waiting = async (like: string): Promise<unknown[]> =>
  (
    await run(
      `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [like],
    )
  ).rows;
