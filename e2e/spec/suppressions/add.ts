import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';

const subject = {
  endpoint: 'POST /suppressions',
  status: 201,
  request: async () => ({ path: '/suppressions', body: { email: newEmail() } }),
} as const;

export const addSuppressions = entry(
  'POST /suppressions',
  projectEndpointWithBody(subject),
  it('adds one or many, and returns which existed and which are no addresses (D-640)', async (world) => {
    const { key } = await world.owner();
    answeredWhole(await key.post('/suppressions', { email: 'Ann@Example.com' }), 201, {
      added: 1,
      existing: 0,
      invalid: [],
    });
    const emails = ['ann@example.com', 'bob@example.com', 'BOB@example.com', 'no address', 'x@postrider.test'];
    answeredWhole(await key.post('/suppressions', { emails }), 201, {
      added: 1,
      existing: 1,
      invalid: ['no address', 'x@postrider.test'],
    });
    answered(await key.get('/suppressions'), 200, { total: 2 });
    answered(await key.get('/suppressions/bob@example.com'), 200, { reason: 'MANUAL', blocks: 'ALL' });
  }),
  it('raises what an address is blocked for, and never lowers it (D-640)', async (world) => {
    const { key } = await world.own();
    const email = newEmail();
    for (const [blocks, now] of [
      ['MARKETING', 'MARKETING'],
      ['ALL', 'ALL'],
      ['MARKETING', 'ALL'],
    ]) {
      answered(await key.post('/suppressions', { email, blocks }), 201);
      answered(await key.get(`/suppressions/${email}`), 200, { blocks: now });
    }
  }),
  it('leaves the contact as it is (D-640)', async (world) => {
    const { key } = await world.own();
    const email = newEmail();
    const contact = await key.post('/contacts', { email, subscribed: true });
    answered(await key.post('/suppressions', { email }), 201);
    answered(await key.get(`/contacts/${contact.body.id}`), 200, { subscribed: true });
  }),
  it('refuses a request without an address, with a wrong one, and with more than 500', async (world) => {
    const { key } = await world.own();
    invalid(await key.post('/suppressions', {}), ['email', 'required']);
    invalid(await key.post('/suppressions', { email: 'nonsense' }), ['email', 'invalid_string']);
    invalid(await key.post('/suppressions', { emails: [] }), ['emails', 'too_small']);
    const many = Array.from({ length: 501 }, (_, n) => `a${n}@example.com`);
    invalid(await key.post('/suppressions', { emails: many }), ['emails', 'too_big']);
    const email = newEmail();
    invalid(await key.post('/suppressions', { email, blocks: 'SOME' }), ['blocks', 'invalid_enum_value']);
    invalid(await key.post('/suppressions', { email, note: 'x'.repeat(501) }), ['note', 'too_big']);
    answered(await key.post('/suppressions', { emails: many.slice(1) }), 201, { added: 500 });
  }),
);
