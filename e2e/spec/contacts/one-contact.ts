import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, plain, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { dataRules } from './data-rules.ts';
import { newContact } from './new-contact.ts';

/** The id in `/contacts/:id…`, for the cases that exchange it. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'CONTACT_NOT_FOUND',
  resource: 'contact',
  caller: async (world: World) => (await world.own()).key,
  async foreign({ extras, strangersProject }: World) {
    const stranger = extras.stranger.api.with({ 'x-project-id': strangersProject });
    return (await stranger.post('/contacts', { email: newEmail() })).body.id;
  },
};

const requestOf = (body?: () => Record<string, unknown>) => async (_world: World, owner: Owner) => {
  const { id } = await newContact(owner);
  return { path: `/contacts/${id}`, ...(body ? { body: body() } : {}) };
};

const getSubject = { endpoint: 'GET /contacts/:id', status: 200, request: requestOf() } as const;
const deleteSubject = { endpoint: 'DELETE /contacts/:id', status: 204, request: requestOf() } as const;
const patchSubject = {
  endpoint: 'PATCH /contacts/:id',
  status: 200,
  request: requestOf(() => ({ data: { plan: 'pro' } })),
} as const;

export const getContact = entry(
  'GET /contacts/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('returns the six fields of the contact (D-201)', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner, { data: { plan: 'pro' } });
    const reply = await owner.key.get(`/contacts/${contact.id}`);
    answered(reply, 200);
    assert.deepEqual(reply.body, contact);
  }),
);

export const patchContact = entry(
  'PATCH /contacts/:id',
  projectEndpointWithBody(patchSubject),
  unknownIds(patchSubject, idInPath),
  it('changes nothing for an empty body, and does not move updatedAt (D-201, D-203, D-216)', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner, { data: { plan: 'pro' } });
    for (const body of [
      undefined,
      {},
      { data: {} },
      { data: null },
      { email: contact.email.toUpperCase() },
      { data: { plan: '' } },
    ]) {
      const reply = await owner.key.patch(`/contacts/${contact.id}`, body);
      answered(reply, 200);
      assert.deepEqual(reply.body, contact);
    }
  }),
  it('changes address, state and data, and moves updatedAt (D-113, D-203)', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner, { data: { plan: 'free', city: 'Bonn', tags: ['a'] } });
    const email = newEmail('moved');
    const reply = await owner.key.patch(`/contacts/${contact.id}`, {
      email: ` ${email.toUpperCase()}`,
      subscribed: false,
      data: { plan: 'pro', city: null, nick: '', tags: ['b'], coupon: { value: 'X1', persistent: false } },
    });
    answered(reply, 200, { id: contact.id, email, subscribed: false, createdAt: contact.createdAt });
    assert.deepEqual(reply.body.data, { plan: 'pro', tags: ['b'] });
    assert.ok(reply.body.updatedAt > contact.updatedAt);
    assert.deepEqual((await owner.key.get(`/contacts/${contact.id}`)).body, reply.body);
  }),
  it('returns a plain 409 for the address of another contact and changes nothing (D-216)', async (world) => {
    const owner = await world.own();
    const [one, two] = [await newContact(owner), await newContact(owner)];
    const reply = await owner.key.patch(`/contacts/${one.id}`, { email: two.email, data: { plan: 'pro' } });
    plain(reply, 409, 'Another contact already uses this email address');
    assert.deepEqual((await owner.key.get(`/contacts/${one.id}`)).body, one);
  }),
  it('refuses wrong values, before it looks for the contact (D-216)', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    for (const path of [`/contacts/${id}`, `/contacts/${randomUUID()}`]) {
      for (const email of ['', 'ada@'])
        invalid(await owner.key.patch(path, { email }), ['email', 'invalid_string', email]);
      invalid(
        await owner.key.patch(path, { email: 7, subscribed: 1 }),
        ['email', 'invalid_type', 'number'],
        ['subscribed', 'invalid_type', 'number'],
      );
    }
    refused(await owner.key.patch('/contacts/nonsense', { email: 7 }), 404, 'CONTACT_NOT_FOUND');
  }),
  it('keeps both of two simultaneous changes of different keys', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    await Promise.all([1, 2, 3, 4].map((n) => owner.key.patch(`/contacts/${id}`, { data: { [`k${n}`]: n } })));
    const { body } = await owner.key.get(`/contacts/${id}`);
    assert.deepEqual(body.data, { k1: 1, k2: 2, k3: 3, k4: 4 });
  }),
  dataRules(async (owner, data) => owner.key.patch(`/contacts/${(await newContact(owner)).id}`, { data })),
);

export const deleteContact = entry(
  'DELETE /contacts/:id',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, idInPath),
  it('returns 204 without a body, and 404 the second time (D-217)', async (world) => {
    const owner = await world.own();
    const { id, email } = await newContact(owner);
    const reply = await owner.key.delete(`/contacts/${id}`);
    answered(reply, 204);
    assert.equal(reply.text, '');
    assert.equal(reply.headers['content-type'], undefined);
    refused(await owner.key.delete(`/contacts/${id}`), 404, 'CONTACT_NOT_FOUND', { resource: 'contact', id });
    refused(await owner.key.get(`/contacts/${id}`), 404, 'CONTACT_NOT_FOUND');
    const lookup = await owner.key.post('/contacts/lookup', { emails: [email] });
    answeredWhole(lookup, 200, { found: [], notFound: [email] });
  }),
  it('leaves a suppression of the address, and so does a new subscription (D-205)', async (world) => {
    const owner = await world.own();
    const { id, email } = await newContact(owner, { subscribed: false });
    answered(await owner.key.post('/suppressions', { email }), 201);
    const status = async () => {
      const mail = { to: email, subject: 'Hi', body: '<p>Hi</p>', from: 'hello@postrider.test' };
      return (await owner.key.post('/v1/send', mail)).body.data.emails[0].status;
    };
    answered(await owner.key.patch(`/contacts/${id}`, { subscribed: true }), 200, { subscribed: true });
    assert.equal(await status(), 'SUPPRESSED');
    answered(await owner.key.delete(`/contacts/${id}`), 204);
    answered(await owner.key.get(`/suppressions/${email}`), 200, { reason: 'MANUAL' });
    assert.equal(await status(), 'SUPPRESSED');
  }),
  it('gives a contact that comes back a new id', async (world) => {
    const owner = await world.own();
    const { id, email } = await newContact(owner, { data: { plan: 'pro' } });
    await owner.key.delete(`/contacts/${id}`);
    const again = await owner.key.post('/contacts', { email });
    answered(again, 201, { data: {} });
    assert.notEqual(again.body.id, id);
  }),
);
