import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { newContact } from './new-contact.ts';

export const lookupContacts = entry(
  'POST /contacts/lookup',
  projectEndpointWithBody({
    endpoint: 'POST /contacts/lookup',
    status: 200,
    request: async () => ({ path: '/contacts/lookup', body: { emails: [newEmail()] } }),
  }),
  it('gives strings back as sent, in order, each exact string once (D-218)', async (world) => {
    const owner = await world.own();
    const { email } = await newContact(owner);
    const loud = email.toUpperCase();
    const emails = ['not-an-address', loud, 'x@y.example', email, loud, ` ${email} `, ''];
    const reply = await owner.key.post('/contacts/lookup', { emails });
    answered(reply, 200);
    assert.deepEqual(reply.body, {
      found: [loud, email, ` ${email} `],
      notFound: ['not-an-address', 'x@y.example', ''],
    });
  }),
  it('takes 1 to 500 addresses (D-218)', async (world) => {
    const { key } = await world.own();
    const many = (count: number) => Array.from({ length: count }, (_, n) => `n${n}@many.example`);
    const reply = await key.post('/contacts/lookup', { emails: many(500) });
    answered(reply, 200, { found: [] });
    assert.equal(reply.body.notFound.length, 500);
    invalid(await key.post('/contacts/lookup', { emails: many(501) }), ['emails', 'too_big']);
    invalid(await key.post('/contacts/lookup', { emails: [] }), ['emails', 'too_small']);
  }),
  it('refuses what is no list of texts (D-218)', async (world) => {
    const { key } = await world.own();
    invalid(await key.post('/contacts/lookup', {}), ['emails', 'required']);
    invalid(await key.post('/contacts/lookup', { emails: null }), ['emails', 'required']);
    invalid(await key.post('/contacts/lookup', { emails: 'a@b.example' }), ['emails', 'invalid_type', 'string']);
    invalid(
      await key.post('/contacts/lookup', { emails: ['a@b.example', 7, null] }),
      ['emails.1', 'invalid_type', 'number'],
      ['emails.2', 'required'],
    );
  }),
  it('names the field a misspelt one was meant for', async (world) => {
    const { key } = await world.own();
    const reply = await key.post('/contacts/lookup', { email: ['a@b.example'] });
    invalid(reply, ['emails', 'required']);
    assert.match(reply.body.error.suggestion, /`emails`/);
  }),
  it('does not find contacts of other projects, and writes nothing (D-218)', async (world) => {
    const { email } = await newContact(await world.owner());
    const { key } = await world.owner();
    answeredWhole(await key.post('/contacts/lookup', { emails: [email] }), 200, { found: [], notFound: [email] });
    answered(await key.get('/contacts'), 200, { total: 0 });
  }),
);
