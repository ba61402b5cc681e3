import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { textRules } from '../templates/text-rules.ts';
import { answered, answeredWhole, invalid, isInstant, isUuid7 } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import { audienceRules } from './audience-rules.ts';
import { aCampaign, unset } from './new-campaign.ts';

/** Saves a new one, and returns the campaign without its envelope. */
const save = async ({ key }: Owner, fields: object) => {
  const reply = await key.post('/campaigns', { ...aCampaign, ...fields });
  return reply.status === 200 ? { ...reply, body: reply.body.data } : reply;
};

export const createCampaign = entry(
  'POST /campaigns',
  projectEndpointWithBody({
    endpoint: 'POST /campaigns',
    status: 200,
    request: async () => ({ path: '/campaigns', body: { ...aCampaign } }),
  }),
  it('returns 200 with the whole draft in an envelope', async (world) => {
    const { key, project } = await world.own();
    const reply = await key.post('/campaigns', { ...aCampaign, name: ' Launch ', scheduledFor: '2030-01-01' });
    const { id, createdAt, updatedAt } = reply.body.data;
    isUuid7(id);
    isInstant(createdAt);
    assert.equal(updatedAt, createdAt);
    const data = { ...aCampaign, ...unset, id, projectId: project.id, createdAt, updatedAt };
    answeredWhole(reply, 200, { success: true, data });
    answeredWhole(await key.get(`/campaigns/${id}`), 200, data);
  }),
  it('requires name, subject, body, sender and audience', async (world) => {
    const { key } = await world.own();
    const fields = ['name', 'subject', 'body', 'from', 'audienceType'] as const;
    invalid(await key.post('/campaigns', {}), ...fields.map((field) => [field, 'required'] as [string, string]));
    for (const field of fields) {
      invalid(await key.post('/campaigns', { ...aCampaign, [field]: null }), [field, 'required']);
      const code = field === 'audienceType' ? 'invalid_enum_value' : 'invalid_type';
      invalid(await key.post('/campaigns', { ...aCampaign, [field]: 7 }), [field, code]);
    }
  }),
  it('reports the audience together with everything else', async (world) => {
    const { key } = await world.own();
    const reply = await key.post('/campaigns', { ...aCampaign, name: '', audienceType: 'SEGMENT' });
    invalid(reply, ['name', 'too_small'], ['segmentId', 'required']);
  }),
  it('has any of the three types', async (world) => {
    const owner = await world.own();
    for (const type of ['TRANSACTIONAL', 'MARKETING', 'HEADLESS']) answered(await save(owner, { type }), 200, { type });
  }),
  audienceRules(save),
  textRules(200, save, 'INTERNAL_SERVER_ERROR'),
);
