import assert from 'node:assert/strict';
import { bearer, type Client } from '@postrider/server/testing/client';
import { dataRules } from '../contacts/data-rules.ts';
import { idempotency } from '../conventions/idempotency.ts';
import { orderOfChecks } from '../conventions/order-of-checks.ts';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { publicEndpoint } from '../conventions/public-endpoint.ts';
import { type Case, entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, isInstant, isUuid7, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

type Caller = (world: World, owner: Owner) => Client;

const requestTo = (path: string) => async () => ({ path, body: { email: newEmail('track'), event: 'purchase' } });
const recorded = async (world: World): Promise<number> => (await (await world.own()).key.get('/events')).body.total;

/** What holds for both ways to record an event (D-401 to D-409). */
const trackRules = (path: string, as: Caller): Case[] => [
  it('records the event and creates the contact, subscribed', async (world) => {
    const owner = await world.own();
    const email = newEmail('track');
    const reply = await as(world, owner).post(path, { email, event: 'purchase', data: { plan: 'pro' } });
    answered(reply, 200);
    assert.deepEqual(Object.keys(reply.body).toSorted(), ['data', 'success']);
    assert.deepEqual(Object.keys(reply.body.data).toSorted(), ['contact', 'event', 'timestamp']);
    isUuid7(reply.body.data.contact);
    isUuid7(reply.body.data.event);
    isInstant(reply.body.data.timestamp);
    answered(await owner.key.get(`/contacts/${reply.body.data.contact}`), 200, {
      email,
      subscribed: true,
      data: { plan: 'pro' },
    });
    const [event] = (await owner.key.get(`/events/contact/${reply.body.data.contact}`)).body.data;
    assert.deepEqual(event, {
      id: reply.body.data.event,
      name: 'purchase',
      data: { plan: 'pro' },
      contactId: reply.body.data.contact,
      emailId: null,
      projectId: owner.project.id,
      createdAt: reply.body.data.timestamp,
    });
  }),
  it('makes a new record each time, and returns 200 when nothing else changes (D-203)', async (world) => {
    const owner = await world.own();
    const client = as(world, owner);
    const body = { email: newEmail('track'), event: 'visit', data: { plan: 'pro' } };
    const first = await client.post(path, body);
    const before = await owner.key.get(`/contacts/${first.body.data.contact}`);
    const second = await client.post(path, body);
    answeredWhole(await owner.key.get(`/contacts/${first.body.data.contact}`), 200, before.body);
    answered(second, 200, { data: { contact: first.body.data.contact } });
    assert.notEqual(second.body.data.event, first.body.data.event);
  }),
  it('sets the subscription when asked, and keeps it when not (D-204)', async (world) => {
    const owner = await world.own();
    const client = as(world, owner);
    const email = newEmail('track');
    const { contact } = (await client.post(path, { email, event: 'a', subscribed: false })).body.data;
    const state = async () => (await owner.key.get(`/contacts/${contact}`)).body.subscribed;
    assert.equal(await state(), false);
    await client.post(path, { email, event: 'b' });
    assert.equal(await state(), false);
    await client.post(path, { email, event: 'c', subscribed: true, preserveExistingSubscription: true });
    assert.equal(await state(), false);
    await client.post(path, { email, event: 'd', subscribed: true });
    assert.equal(await state(), true);
    await client.post(path, { email, event: 'e', subscribed: true });
    await client.post(path, { email, event: 'f', subscribed: false });
    const events: { name: string; data: { source: string } | null }[] = (
      await owner.key.get(`/events/contact/${contact}`)
    ).body.data;
    // Events of one call have the same time, and no order among them.
    const isChange = ({ name }: { name: string }) => name.startsWith('contact.');
    assert.deepEqual(
      events.filter((event) => !isChange(event)).map(({ name }) => name),
      ['f', 'e', 'd', 'c', 'b', 'a'],
    );
    assert.deepEqual(
      events.filter(isChange).map(({ name, data }) => [name, data?.source]),
      [
        ['contact.unsubscribed', 'track'],
        ['contact.subscribed', 'track'],
      ],
    );
  }),
  it('stores data as sent, without reserved keys and wrappers', async (world) => {
    const owner = await world.own();
    const data = {
      note: null,
      nick: '',
      once: { value: 'X1', persistent: false },
      kept: { value: 7, persistent: true },
      email: 'x',
    };
    const { contact } = (await as(world, owner).post(path, { email: newEmail('track'), event: 'visit', data })).body
      .data;
    const [event] = (await owner.key.get(`/events/contact/${contact}`)).body.data;
    assert.deepEqual(event.data, { note: null, nick: '', once: 'X1', kept: 7 });
    assert.deepEqual((await owner.key.get(`/contacts/${contact}`)).body.data, { kept: 7 });
    for (const empty of [null, undefined]) {
      const reply = await as(world, owner).post(path, { email: newEmail('track'), event: 'visit', data: empty });
      const [bare] = (await owner.key.get(`/events/contact/${reply.body.data.contact}`)).body.data;
      assert.equal(bare.data, null);
    }
  }),
  it('accepts any text of 1 to 255 characters as a name, trimmed; case matters', async (world) => {
    const owner = await world.own();
    for (const event of [
      'Order placed',
      'shop/cart.add',
      'ü',
      'x'.repeat(255),
      'Email.open',
      'segment.vip',
      'contact.created',
    ]) {
      const { contact } = (await as(world, owner).post(path, { email: newEmail('track'), event: ` ${event} ` })).body
        .data;
      const [kept] = (await owner.key.get(`/events/contact/${contact}`)).body.data;
      assert.equal(kept.name, event);
    }
  }),
  it('refuses names that are malformed or reserved, and writes nothing', async (world) => {
    const owner = await world.own();
    const before = (await owner.key.get('/contacts')).body.total;
    for (const [event, code] of [
      [undefined, 'required'],
      [null, 'required'],
      [7, 'invalid_type'],
      [' ', 'too_small'],
      ['x'.repeat(256), 'too_big'],
      ['a\u0007b', 'invalid_string'],
      ['email.open', 'reserved_event'],
      ['email.', 'reserved_event'],
      ['contact.subscribed', 'reserved_event'],
      ['contact.unsubscribed', 'reserved_event'],
      ['segment.vip.entry', 'reserved_event'],
      ['segment.a.b.exit', 'reserved_event'],
    ] as const) {
      invalid(await as(world, owner).post(path, { email: newEmail('track'), event }), ['event', code]);
    }
    assert.equal((await owner.key.get('/contacts')).body.total, before);
  }),
  it('lists all broken rules at once, and names a misspelt field', async (world) => {
    const client = as(world, await world.own());
    invalid(
      await client.post(path, {
        email: 'x',
        event: 'email.open',
        subscribed: 'yes',
        preserveExistingSubscription: 1,
        data: [],
      }),
      ['email', 'invalid_string', 'x'],
      ['event', 'reserved_event', 'email.open'],
      ['subscribed', 'invalid_type', 'string'],
      ['preserveExistingSubscription', 'invalid_type', 'number'],
      ['data', 'invalid_type'],
    );
    invalid(await client.post(path, { event: 'x' }), ['email', 'required']);
    const reply = await client.post(path, { email: newEmail('track'), evnet: 'x' });
    invalid(reply, ['event', 'required']);
    assert.match(reply.body.error.suggestion, /`event`/);
  }),
  it('keeps data within its size, one-time values and what is stored included, and writes nothing beyond', async (world) => {
    const owner = await world.own();
    const client = as(world, owner);
    const big = 'x'.repeat(40_000);
    const known = { email: newEmail('track'), event: 'visit' };
    const once = { value: big, persistent: false };
    invalid(await client.post(path, { ...known, data: { a: big, b: once } }), ['data', 'too_big']);
    const { contact } = (await client.post(path, { ...known, data: { a: big } })).body.data;
    invalid(await client.post(path, { ...known, data: { b: big } }), ['data', 'too_big']);
    answered(await owner.key.get(`/events/contact/${contact}`), 200, { total: 1 });
  }),
  ...dataRules(async (owner, data) => {
    const tracked = await owner.key.post('/events/track', { email: newEmail('data'), event: 'visit', data });
    return tracked.status === 200 ? owner.key.get(`/contacts/${tracked.body.data.contact}`) : tracked;
  }),
];

const byPage: Caller = (world, owner) => world.anyone().with(bearer(owner.project.public));
const bySecret: Caller = (_world, owner) => owner.key;
const page = { endpoint: 'POST /v1/track', status: 200, request: requestTo('/v1/track') } as const;
const alias = {
  endpoint: 'POST /events/track',
  status: 200,
  request: requestTo('/events/track'),
  alsoServed: ['DELETE'],
} as const;

export const track = entry(
  'POST /v1/track',
  publicEndpoint(page),
  trackRules('/v1/track', byPage),
  idempotency(page, { as: byPage, seesReply: false, effects: recorded, required: 'event' }),
);

export const trackWithSecret = entry(
  'POST /events/track',
  projectEndpointWithBody(alias, { isIdempotent: true }),
  orderOfChecks,
  trackRules('/events/track', bySecret),
  idempotency(alias, { as: bySecret, seesReply: true, effects: recorded, required: 'event' }),
  it('shares keys with the call of a page, and shows its reply to the secret key', async (world) => {
    const owner = await world.own();
    const key = { 'idempotency-key': `order of ${newEmail('track')}` };
    const body = { email: newEmail('track'), event: 'purchase' };
    const first = await byPage(world, owner).post('/v1/track', body, key);
    answered(first, 200);
    const again = await owner.key.post('/events/track', { ...body, event: 'other' }, key);
    const details = { originalRequest: 'POST /v1/track', originalResponse: first.body };
    refused(again, 409, 'IDEMPOTENCY_KEY_REUSED', details);
  }),
);
