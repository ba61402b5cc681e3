import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { on, type ProjectContext, type ProjectTx, projectContext } from '#platform/context';
import { makeSignals } from '#platform/signals';
import { type Client, startTestApp, type TestApp } from '#testing';
import { changeContacts } from './change-contacts.ts';
import { type ChangeCause, type ContactId, emptyPatch } from './contact.ts';
import { type ChangedContact, ContactsChanged, ContactUnsubscribed, type SubscriptionChange } from './signals.ts';

let app: TestApp;
let api: Client;
let ctx: ProjectContext;
let changed: ChangedContact[];
let unsubscribed: SubscriptionChange[];

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  const project = await app.given.project();
  api = app.as(project.secretKey);
  [changed, unsubscribed] = [[], []];
  const listeners = [
    on(ContactsChanged, async (_tx, some) => void changed.push(...some)),
    on(ContactUnsubscribed, async (_tx, some) => void unsubscribed.push(...some)),
  ];
  ctx = projectContext({ ...app.app.services, signals: makeSignals<ProjectTx>(listeners) }, project.id);
});

const given = async (email: string, data: object = {}): Promise<ContactId> =>
  (await api.post('/contacts', { email, data })).body.id;
const stepAt = (depth: number, isPublic = false): ChangeCause => ({ source: 'workflow', depth, isPublic });
const set = (values: Record<string, string | number>) => ({ ...emptyPatch, set: values });

test('contacts are changed in turn, each with its own cause, which the signals carry', async () => {
  const [ada, bob] = [await given('ada@example.com', { plan: 'free' }), await given('bob@example.com')];

  const plans = await ctx.transaction((tx) =>
    changeContacts(tx, [
      { contactId: bob, subscribed: false, patch: emptyPatch, cause: stepAt(2, true) },
      { contactId: ada, subscribed: undefined, patch: set({ plan: 'pro' }), cause: stepAt(1) },
      { contactId: ada, subscribed: undefined, patch: set({ visits: 1 }), cause: stepAt(4) },
      { contactId: ada, subscribed: true, patch: set({ plan: 'pro' }), cause: stepAt(5) },
    ]),
  );

  expect(plans.map((plan) => plan?.kind)).toEqual(['change', 'change', 'change', 'keep']);
  expect((await api.get(`/contacts/${ada}`)).body).toMatchObject({
    subscribed: true,
    data: { plan: 'pro', visits: 1 },
  });
  expect((await api.get(`/contacts/${bob}`)).body).toMatchObject({ subscribed: false });
  expect(changed).toEqual([
    { contactId: bob, isNew: false, depth: 2, isPublic: true },
    { contactId: ada, isNew: false, depth: 1, isPublic: false },
    { contactId: ada, isNew: false, depth: 4, isPublic: false },
  ]);
  expect(unsubscribed).toEqual([{ contactId: bob, source: 'workflow', depth: 2, isPublic: true }]);
});

test('a contact that is gone, of a neighbour, or whose data would be too large is left as it is, and the others are changed', async () => {
  const neighbour = app.as((await app.given.project()).secretKey);
  const { body: theirs } = await neighbour.post('/contacts', { email: 'eve@example.com' });
  const ada = await given('ada@example.com');
  const large = set(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`k${index}`, index])));
  const cause = stepAt(1);

  const plans = await ctx.transaction((tx) =>
    changeContacts(tx, [
      { contactId: randomUUIDv7() as ContactId, subscribed: false, patch: emptyPatch, cause },
      { contactId: theirs.id, subscribed: false, patch: emptyPatch, cause },
      { contactId: ada, subscribed: false, patch: large, cause },
      { contactId: ada, subscribed: undefined, patch: set({ plan: 'pro' }), cause },
    ]),
  );

  expect(plans.map((plan) => plan?.kind)).toEqual([undefined, undefined, 'refuse', 'change']);
  expect((await api.get(`/contacts/${ada}`)).body).toMatchObject({ subscribed: true, data: { plan: 'pro' } });
  expect((await neighbour.get(`/contacts/${theirs.id}`)).body.subscribed).toBe(true);
});
