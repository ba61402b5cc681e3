import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type ContactId, changeContacts, emptyPatch } from '#features/contacts';
import { recordEvents } from '#features/events';
import { type ProjectContext, projectContext } from '#platform/context';
import type { Claim } from '#platform/spool';
import { type Client, type GivenProject, startTestApp, type TestApp } from '#testing';
import { connect } from '#testing/spool-setup';
import { checks } from './checks.ts';

let app: TestApp;
let api: Client;
let project: GivenProject;
let ctx: ProjectContext;
let client: Awaited<ReturnType<typeof connect>>;

// No worker: each test checks what is marked, by itself.
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = await connect(app.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await app.close();
});
beforeEach(async () => {
  project = await app.given.project();
  api = app.as(project.secretKey);
  ctx = projectContext(app.app.services, project.id);
});

const isPro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };
const follow = (name: string, condition: unknown = isPro) =>
  api.post('/segments', { name, condition, trackMembership: true });

const marks = async () => {
  const text = 'select depth, is_public from segment_checks where project_id = $1';
  return (await client.query(text, [project.id])).rows;
};
const causes = async (name: string) => {
  const text = 'select depth, is_public from events where project_id = $1 and name = $2 order by created_at';
  return (await client.query(text, [project.id, name])).rows;
};

const noResources = { close: async () => {} };

/** Claims what is marked, as a worker does. */
async function claimMarks(): Promise<Claim[]> {
  const fence = randomUUID();
  const text = `update segment_checks set fence = $2, lease_until = now() + interval '1 hour' where project_id = $1 returning id`;
  const { rows } = await client.query(text, [project.id, fence]);
  const signal = new AbortController().signal;
  return rows.map(({ id }) => ({
    table: 'segment_checks',
    projectId: project.id,
    id: String(id),
    fence,
    lane: 'change',
    claims: 1,
    signal,
  }));
}
const check = async (): Promise<void> => void (await checks.run(ctx, await claimMarks(), noResources));

const contact = async (email: string): Promise<ContactId> => (await api.post('/contacts', { email })).body.id;
const setPlan = (contactId: ContactId, plan: string, depth: number, isPublic: boolean) =>
  ctx.transaction((tx) =>
    changeContacts(tx, [
      {
        contactId,
        subscribed: undefined,
        patch: { ...emptyPatch, set: { plan } },
        cause: { source: 'workflow', depth, isPublic },
      },
    ]),
  );

test('a change by the API has depth 0 and is not public; by an event sent with the public key it is public (D-935)', async () => {
  await follow('Pro');
  await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  expect(await marks()).toEqual([{ depth: 0, is_public: false }]);
  await check();
  expect(await causes('segment.pro.entry')).toEqual([{ depth: 1, is_public: false }]);

  const byVisitor = { email: 'ada@example.com', event: 'visit', subscribed: false, data: { plan: 'free' } };
  await app.as(project.publicKey).post('/v1/track', byVisitor);
  expect(await marks()).toEqual([{ depth: 0, is_public: true }]);
  await check();

  expect(await causes('contact.unsubscribed')).toEqual([{ depth: 0, is_public: true }]);
  expect(await causes('segment.pro.exit')).toEqual([{ depth: 1, is_public: true }]);
});

test('when several causes meet in one check, the greatest depth counts, and one that is public is enough (D-935)', async () => {
  await follow('Pro');
  const ada = await contact('ada@example.com');
  await check();
  await setPlan(ada, 'free', 3, false);
  await setPlan(ada, 'pro', 1, true);
  await api.patch(`/contacts/${ada}`, { data: { name: 'Ada' } });

  expect(await marks()).toEqual([{ depth: 3, is_public: true }]);
  await check();
  expect(await causes('segment.pro.entry')).toEqual([{ depth: 4, is_public: true }]);
});

test('a cause that comes while its contact is being checked is not lost', async () => {
  await follow('Pro');
  await api.post('/contacts', { email: 'ada@example.com', data: { plan: 'pro' } });
  const claims = await claimMarks();
  await client.query('begin');
  await client.query('update segment_checks set depth = 5, is_public = true where project_id = $1', [project.id]);
  const checking = checks.run(ctx, claims, noResources);
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%segment_checks%'`;
  const other = await connect(app.databaseUrl);
  await vi.waitFor(async () => expect((await other.query(waiting)).rowCount).toBe(1), { timeout: 30_000 });
  await other.end();
  await client.query('commit');
  await checking;

  expect(await causes('segment.pro.entry')).toEqual([{ depth: 6, is_public: true }]);
});

test('membership is right at any depth; past the limit its event is recorded and leads to no further check (D-420)', async () => {
  await follow('Pro');
  const entered = {
    logic: 'AND',
    groups: [{ filters: [{ field: 'event.segment.pro.entry', operator: 'triggered' }] }],
  };
  await follow('Entered', entered);
  const [ada, bob] = [await contact('ada@example.com'), await contact('bob@example.com')];
  await check();
  await setPlan(ada, 'pro', 9, false);
  await check();
  expect(await marks()).toEqual([{ depth: 10, is_public: false }]);
  await check();
  await setPlan(bob, 'pro', 10, false);
  await check();

  expect(await causes('segment.pro.entry')).toEqual([
    { depth: 10, is_public: false },
    { depth: 11, is_public: false },
  ]);
  expect(await marks()).toEqual([]);
});

test('a check that time brings has no depth, and stays public when a visitor has caused it', async () => {
  const filter = { field: 'event.cart', operator: 'triggeredOlderThan', value: 1, unit: 'hours' };
  await follow('Left', { logic: 'AND', groups: [{ filters: [filter] }] });
  const [ada, bob] = [await contact('ada@example.com'), await contact('bob@example.com')];
  await check();
  await ctx.transaction((tx) =>
    recordEvents(tx, [
      { contactId: ada, name: 'cart', data: null, depth: 4, isPublic: true },
      { contactId: bob, name: 'cart', data: null, depth: 4 },
    ]),
  );
  await check();

  const text = 'select depth, is_public, due_at > now() as waits from segment_checks where id = $1';
  expect((await client.query(text, [ada])).rows).toEqual([{ depth: 0, is_public: true, waits: true }]);
  expect((await client.query(text, [bob])).rows).toEqual([{ depth: 0, is_public: false, waits: true }]);
});
