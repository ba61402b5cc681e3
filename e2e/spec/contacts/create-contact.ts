import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import {
  answered,
  answeredWhole,
  includes,
  invalid,
  isInstant,
  isUuid7,
  plain,
  refused,
  statusesOf,
} from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { dataRules } from './data-rules.ts';
import { newContact } from './new-contact.ts';

export const createContact = entry(
  'POST /contacts',
  projectEndpointWithBody({
    endpoint: 'POST /contacts',
    status: 201,
    request: async () => ({ path: '/contacts', body: { email: newEmail('contact'), data: { plan: 'pro' } } }),
  }),
  it('creates with 201, subscribed by default, and says so in _meta (D-215)', async (world) => {
    const { key } = await world.own();
    const email = newEmail('contact');
    const reply = await key.post('/contacts', { email, data: { plan: 'pro', 'first name': 'Ada' } });
    answered(reply, 201, {
      email,
      subscribed: true,
      data: { plan: 'pro', 'first name': 'Ada' },
      _meta: { isNew: true, isUpdate: false },
    });
    assert.deepEqual(Object.keys(reply.body).toSorted(), [
      '_meta',
      'createdAt',
      'data',
      'email',
      'id',
      'subscribed',
      'updatedAt',
    ]);
    isUuid7(reply.body.id);
    isInstant(reply.body.createdAt);
    assert.equal(reply.body.createdAt, reply.body.updatedAt);
  }),
  it('updates the contact of a known address with 200, also when nothing changes (D-202, D-215)', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner, { subscribed: false, data: { plan: 'free', city: 'Bonn' } });
    const again = await owner.key.post('/contacts', { email: ` ${contact.email.toUpperCase()} ` });
    answeredWhole(again, 200, { ...contact, _meta: { isNew: false, isUpdate: true } });
    const changed = await owner.key.post('/contacts', { email: contact.email, data: { plan: 'pro' } });
    answered(changed, 200, { id: contact.id, subscribed: false, data: { plan: 'pro', city: 'Bonn' } });
    const opened = await owner.key.post('/contacts', { email: contact.email, subscribed: true });
    answered(opened, 200, { subscribed: true });
  }),
  it('creates one contact of two simultaneous requests (D-202)', async (world) => {
    const { key } = await world.own();
    const email = newEmail('race');
    const both = await Promise.all([1, 2].map((n) => key.post('/contacts', { email, data: { [`k${n}`]: n } })));
    assert.deepEqual(statusesOf(both), [200, 201]);
    const [one, two] = both;
    assert.equal(one?.body.id, two?.body.id);
    const { body } = await key.get(`/contacts/${one?.body.id}`);
    includes(body.data, { k1: 1, k2: 2 });
  }),
  it('returns a plain 400 for a missing address', async (world) => {
    const { key } = await world.own();
    for (const body of [undefined, {}, { email: null }, { email: '' }, { email: undefined, data: 7 }]) {
      plain(await key.post('/contacts', body), 400, 'Email is required');
    }
    plain(await key.send({ method: 'POST', path: '/contacts', raw: ' \n ' }), 400, 'Email is required');
  }),
  it('refuses an address that is no text or not well formed', async (world) => {
    const { key } = await world.own();
    for (const [email, type] of [
      [7, 'number'],
      [true, 'boolean'],
      [{}, 'object'],
      [['a@b.example'], 'array'],
    ] as const) {
      invalid(await key.post('/contacts', { email }), ['email', 'invalid_type', type]);
    }
    const long = `${'x'.repeat(65)}@example.com`;
    const forms = [
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'a b@example.com',
      '"ada"@example.com',
      'ada@[127.0.0.1]',
    ];
    for (const email of [
      ...forms,
      'ada(x)@example.com',
      'a@example.com,b@example.com',
      'ädä@example.com',
      '   ',
      long,
    ]) {
      invalid(await key.post('/contacts', { email }), ['email', 'invalid_string', email]);
    }
  }),
  it('has one reading of addresses with every other call (D-120)', async (world) => {
    const { key } = await world.owner();
    const mail = { subject: 'Hi', body: '<p>Hi</p>', from: 'hello@postrider.test' };
    const calls = {
      '/contacts': (email: string) => ({ email }),
      '/v1/send': (to: string) => ({ ...mail, to: { email: to } }),
      '/events/track': (email: string) => ({ email, event: 'visit' }),
      '/v1/verify': (email: string) => ({ email }),
      '/suppressions': (email: string) => ({ email }),
    };
    for (const [path, bodyOf] of Object.entries(calls)) {
      assert.ok((await key.post(path, bodyOf(' Ada@BÜCHER.example '))).status < 300, path);
      const field = path === '/v1/send' ? 'to.email' : 'email';
      for (const wrong of ['"ada"@example.com', 'ada@[127.0.0.1]', 'a@b.example,c@d.example', 'ada@example'])
        invalid(await key.post(path, bodyOf(wrong)), [field, 'invalid_string', wrong]);
    }
    answered(await key.get('/contacts'), 200, { total: 1, data: [{ email: 'ada@xn--bcher-kva.example' }] });
    answered(await key.get('/suppressions'), 200, { data: [{ email: 'ada@xn--bcher-kva.example' }] });
  }),
  it('keeps an international domain in its ASCII form', async (world) => {
    const { key } = await world.own();
    const reply = await key.post('/contacts', { email: `${newEmail('idn').split('@')[0]}@bücher.example` });
    answered(reply, 201);
    assert.match(reply.body.email, /@xn--bcher-kva\.example$/);
  }),
  it('lists all broken rules at once, and takes null for left out', async (world) => {
    const { key } = await world.own();
    const reply = await key.post('/contacts', { email: 'x', subscribed: 'yes', data: [] });
    invalid(
      reply,
      ['email', 'invalid_string', 'x'],
      ['subscribed', 'invalid_type', 'string'],
      ['data', 'invalid_type'],
    );
    answered(await key.post('/contacts', { email: newEmail(), subscribed: null, data: null }), 201, {
      subscribed: true,
    });
  }),
  it('ignores read-only fields', async (world) => {
    const { key } = await world.own();
    const id = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
    const reply = await key.post('/contacts', {
      email: newEmail(),
      id,
      createdAt: '2001-01-01T00:00:00.000Z',
      source: 'x',
    });
    answered(reply, 201);
    assert.notEqual(reply.body.id, id);
    assert.notEqual(reply.body.createdAt, '2001-01-01T00:00:00.000Z');
  }),
  it('keeps the same address of two projects apart', async (world) => {
    const { key } = await world.own();
    const email = newEmail();
    const mine = await key.post('/contacts', { email, data: { mine: 1 } });
    const theirs = await world.extras.stranger.api
      .with({ 'x-project-id': world.strangersProject })
      .post('/contacts', { email });
    answered(theirs, 201, { data: {} });
    assert.notEqual(theirs.body.id, mine.body.id);
  }),
  it('names the field a misspelt one was meant for', async (world) => {
    const { key } = await world.own();
    plain(await key.post('/contacts', { emial: newEmail() }), 400, 'Email is required');
    refused(await key.post('/contacts?x=1', { email: 'x' }), 422, 'VALIDATION_ERROR');
  }),
  dataRules(async ({ key }, data) => key.post('/contacts', { email: newEmail('data'), data })),
);
