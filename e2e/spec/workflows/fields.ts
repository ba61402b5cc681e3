import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole } from '../world/expect.ts';

const standard = [
  { field: 'email', type: 'string', category: 'Contact Fields' },
  { field: 'subscribed', type: 'boolean', category: 'Contact Fields' },
  { field: 'createdAt', type: 'date', category: 'Contact Fields' },
  { field: 'updatedAt', type: 'date', category: 'Contact Fields' },
];

export const workflowFields = entry(
  'GET /workflows/fields',
  projectEndpoint({
    endpoint: 'GET /workflows/fields',
    status: 200,
    request: async () => ({ path: '/workflows/fields' }),
  }),
  it('lists fields of contacts under both names, and keys of events (D-920)', async (world) => {
    const { key } = await world.owner();
    const track = (event: string, data: object) => key.post('/events/track', { email: 'ann@example.com', event, data });
    answered(await key.post('/contacts', { email: 'ann@example.com', data: { plan: 'pro' } }), 201);
    answered(await track('bought', { amount: { value: 42, persistent: false } }), 200);
    answered(await track('visited', { page: { value: 'home', persistent: false } }), 200);
    const custom = { field: 'data.plan', type: 'string', category: 'Custom Data' };
    const amount = { field: 'event.amount', type: 'number', category: 'Event Data' };
    const page = { field: 'event.page', type: 'string', category: 'Event Data' };
    const names = [...standard, custom].map(({ field }) => field);
    const twice = [...names, ...names.map((name) => `contact.${name}`)];
    answeredWhole(await key.get('/workflows/fields?eventName=bought'), 200, {
      fields: [...twice, 'event.amount'],
      typedFields: [...standard, custom, amount],
      count: 11,
    });
    answered(await key.get('/workflows/fields'), 200, { typedFields: [...standard, custom, amount, page], count: 12 });
    answered(await key.get('/workflows/fields?eventName=never'), 200, { count: 10 });
  }),
  it('looks at the last hundred events (D-920)', async (world) => {
    const { key } = await world.owner();
    const track = (name: string) =>
      key.post('/events/track', {
        email: 'ann@example.com',
        event: 'bought',
        data: { [name]: { value: 'x', persistent: false } },
      });
    const shown = async (): Promise<string[]> =>
      (await key.get('/workflows/fields?eventName=bought')).body.fields.filter((field: string) =>
        field.startsWith('event.'),
      );
    answered(await track('first'), 200);
    for (let n = 0; n < 99; n += 1) answered(await track('later'), 200);
    assert.deepEqual(await shown(), ['event.first', 'event.later']);
    answered(await track('later'), 200);
    assert.deepEqual(await shown(), ['event.later']);
  }),
);
