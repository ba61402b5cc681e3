import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { ContactId } from '#features/contacts';
import { on, type ProjectContext, type ProjectTx, projectContext } from '#platform/context';
import { makeSignals } from '#platform/signals';
import { type Client, startTestApp, type TestApp } from '#testing';
import { eraseDataOf } from '#testing/erase-project';
import type { RecordedEvent } from './event.ts';
import { findDrift } from './find-drift.ts';
import { recordEvents } from './record-events.ts';
import { TrackBody } from './shapes.ts';
import { EventsRecorded } from './signals.ts';
import { trackEvent } from './track-event.ts';

let app: TestApp;
let server: Client;
let ctx: ProjectContext;
let seen: RecordedEvent[];

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  const project = await app.given.project();
  server = app.as(project.secretKey);
  seen = [];
  const listener = on(EventsRecorded, async (_tx, events) => void seen.push(...events));
  ctx = projectContext({ ...app.app.services, signals: makeSignals<ProjectTx>([listener]) }, project.id);
});

const contact = async (email: string): Promise<ContactId> => (await server.post('/contacts', { email })).body.id;

test('a batch is recorded in order, handled in the same transaction, and counted', async () => {
  const [ada, bob] = [await contact('ada@example.com'), await contact('bob@example.com')];
  const emailId = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
  const recorded = await ctx.transaction((tx) =>
    recordEvents(tx, [
      { contactId: ada, name: 'email.open', data: { opens: 1 }, emailId, depth: 3 },
      { contactId: bob, name: 'visit', data: null, isPublic: true },
      { contactId: ada, name: 'visit', data: null },
      { contactId: ada, name: 'visit', data: { again: true } },
    ]),
  );

  expect(recorded).toMatchObject([
    { contactId: ada, name: 'email.open', data: { opens: 1 }, emailId, depth: 3, isPublic: false },
    { contactId: bob, name: 'visit', emailId: null, depth: 0, isPublic: true },
    { contactId: ada, name: 'visit' },
    { contactId: ada, name: 'visit', data: { again: true } },
  ]);
  expect(seen).toEqual(recorded);
  expect((await server.get('/events/stats')).body).toMatchObject([
    { name: 'visit', count: 3, uniqueContacts: 2 },
    { name: 'email.open', count: 1, uniqueContacts: 1 },
  ]);
  expect((await server.get(`/events?eventName=email.open`)).body.data[0]).toMatchObject({
    emailId,
    data: { opens: 1 },
  });
  expect(await ctx.read(findDrift)).toEqual([]);
});

test('a listener gets a tracked event within its transaction: whole data, cause and, after its next statement, the moment (D-904)', async () => {
  const moments: (Date | string)[] = [];
  const listener = on(EventsRecorded, async (tx, events) => {
    const [event] = events;
    if (!event) return;
    seen.push(event);
    expect(() => event.at()).toThrow('not recorded');
    const marked = await tx.db
      .selectFrom('contactEvents')
      .select('lastAt')
      .where('projectId', '=', tx.projectId)
      .where('name', '=', event.name)
      .where('contactId', '=', event.contactId)
      .executeTakeFirstOrThrow();
    moments.push(event.at(), marked.lastAt);
  });
  const signals = makeSignals<ProjectTx>([listener]);
  const listening = projectContext({ ...app.app.services, signals }, ctx.projectId);
  const data = { plan: 'pro', amount: { value: 42, persistent: false } };
  const request = TrackBody.parse({ email: 'ada@example.com', event: 'purchase', data });

  const { contactId, event } = await listening.transaction((tx) => trackEvent(tx, request, true));

  expect(seen).toEqual([event]);
  expect(event).toMatchObject({
    contactId,
    name: 'purchase',
    data: { plan: 'pro', amount: 42 },
    depth: 0,
    isPublic: true,
  });
  const { body } = await server.get('/events');
  expect(body.data).toMatchObject([{ id: event.eventId, createdAt: event.at().toISOString() }]);
  expect(moments).toEqual([event.at(), event.at()]);
});

test('more events than one statement takes are recorded in batches', async () => {
  const ada = await contact('ada@example.com');
  const events = Array.from({ length: 2_300 }, (_, index) => ({
    contactId: ada,
    name: `n${index % 7}`,
    data: { index },
  }));

  const recorded = await ctx.transaction((tx) => recordEvents(tx, events));

  expect(recorded.map((event) => event.data)).toEqual(events.map((event) => event.data));
  expect((await server.get('/events')).body.total).toBe(2_300);
  expect(await ctx.read(findDrift)).toEqual([]);
});

test('an event of a deleted contact is left out, and so is its name', async () => {
  const [ada, bob] = [await contact('ada@example.com'), await contact('bob@example.com')];
  await server.delete(`/contacts/${bob}`);

  const recorded = await ctx.transaction((tx) =>
    recordEvents(tx, [
      { contactId: bob, name: 'ghost', data: null },
      { contactId: ada, name: 'visit', data: null },
    ]),
  );

  expect(recorded).toMatchObject([{ contactId: ada }]);
  expect((await server.get('/events/names')).body).toEqual({ eventNames: ['visit'] });
});

test('what is rolled back was never recorded', async () => {
  const ada = await contact('ada@example.com');

  await ctx
    .transaction(async (tx) => {
      await recordEvents(tx, [{ contactId: ada, name: 'visit', data: null }]);
      throw new Error('no');
    })
    .catch(() => {});

  expect((await server.get('/events')).body.total).toBe(0);
  expect((await server.get('/events/names')).body).toEqual({ eventNames: [] });
});

test('erasing a project leaves none of its events, and does not touch its neighbour', async () => {
  const neighbour = app.as((await app.given.project()).secretKey);
  await neighbour.post('/events/track', { email: 'x@example.com', event: 'visit' });
  for (let time = 0; time < 3; time += 1)
    await server.post('/events/track', { email: 'ada@example.com', event: 'visit' });

  await eraseDataOf(app.app.services, ctx.projectId);

  expect((await server.get('/events')).body.total).toBe(0);
  expect((await server.get('/events/names')).body).toEqual({ eventNames: [] });
  expect(await ctx.read(findDrift)).toEqual([]);
  expect((await neighbour.get('/events')).body.total).toBe(1);
});
