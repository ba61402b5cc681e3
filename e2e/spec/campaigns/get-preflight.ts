import assert from 'node:assert/strict';
import { newContact } from '../contacts/new-contact.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { newSegment } from '../segments/new-segment.ts';
import { answered, answeredWhole, isInstant } from '../world/expect.ts';
import { campaignIn, idInPath, newCampaign, requestOf } from './new-campaign.ts';

const getSubject = { endpoint: 'GET /campaigns/:id/preflight', status: 200, request: requestOf('/preflight') } as const;
const testMode = {
  code: 'TEST_MODE',
  message: 'The project is in test mode: these mails go to the dev inbox.',
  field: null,
  line: null,
  column: null,
  count: null,
  sample: [],
  fix: null,
} as const;

const unknownRecipients = {
  audience: null,
  willReceive: null,
  unsubscribed: null,
  suppressed: null,
  excluded: null,
} as const;

export const getPreflight = entry(
  'GET /campaigns/:id/preflight',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('says that a campaign with nothing wrong is ready, and how many get it', async (world) => {
    const owner = await world.owner();
    await newContact(owner);
    await newContact(owner, { subscribed: false });
    const { id } = await newCampaign(owner);
    const reply = await owner.key.get(`/campaigns/${id}/preflight`);
    isInstant(reply.body.checkedAt);
    answeredWhole(reply, 200, {
      ready: true,
      complete: true,
      checkedAt: reply.body.checkedAt,
      recipients: { audience: 2, willReceive: 1, unsubscribed: 1, suppressed: 0, excluded: 0 },
      estimatedSeconds: 1,
      blocks: [],
      warnings: [],
      notes: [testMode],
    });
  }),
  it('names the variables that recipients lack, with place, number and examples (D-834)', async (world) => {
    const owner = await world.owner();
    const { id: contactId, email } = await newContact(owner, { data: { plan: 'pro', city: null } });
    await newContact(owner, { data: { 'first name': 'Ann', plan: 'pro', city: 'Bonn' } });
    await newContact(owner, { subscribed: false });
    const body = '<p>Dear {{plan}}\n<p>Hello {{first name}},{% if city %}{{ city }}{% endif %}{{ city ?? "x" }}</p>';
    const { id } = await newCampaign(owner, { subject: '{{ city }}', body });
    const missing = { code: 'VARIABLE_MISSING', count: 1, sample: [{ id: contactId, email }] };
    answered(await owner.key.get(`/campaigns/${id}/preflight`), 200, {
      ready: false,
      complete: true,
      blocks: [
        {
          ...missing,
          message: '1 contact has no "city" and no fallback.',
          field: 'subject',
          line: 1,
          column: 1,
          fix: { action: 'add_fallback', variable: 'city' },
        },
        {
          ...missing,
          message: '1 contact has no "first name" and no fallback.',
          field: 'body',
          line: 2,
          column: 10,
          fix: { action: 'add_fallback', variable: 'first name' },
        },
      ],
    });
  }),
  it('names five contacts of more', async (world) => {
    const owner = await world.owner();
    for (let count = 0; count < 7; count += 1) await newContact(owner);
    const { id } = await newCampaign(owner, { body: '<p>{{ name }}</p>' });
    const { blocks } = (await owner.key.get(`/campaigns/${id}/preflight`)).body;
    assert.equal(blocks[0].count, 7);
    assert.equal(blocks[0].sample.length, 5);
  }),
  it('blocks what has been sent, in every state of it, with nothing else', async (world) => {
    const owner = await world.own();
    for (const status of ['SENDING', 'SENT', 'CANCELLED']) {
      const { id } = await campaignIn(world, owner, status);
      const reply = await owner.key.get(`/campaigns/${id}/preflight`);
      answered(reply, 200, {
        ready: false,
        recipients: unknownRecipients,
        estimatedSeconds: null,
        blocks: [{ code: 'CAMPAIGN_NOT_SENDABLE', message: `A campaign that is ${status} cannot be sent.` }],
        warnings: [],
        notes: [],
      });
    }
    const scheduled = await campaignIn(world, owner, 'SCHEDULED');
    answered(await owner.key.get(`/campaigns/${scheduled.id}/preflight`), 200, { complete: true });
  }),
  it('blocks a segment that is gone', async (world) => {
    const owner = await world.own();
    const segment = await newSegment(owner);
    const { id } = await newCampaign(owner, { audienceType: 'SEGMENT', segmentId: segment.id });
    await world.sql('update campaigns set segment_id = null where id = $1', [id]);
    const gone = {
      ready: false,
      recipients: unknownRecipients,
      blocks: [{ code: 'SEGMENT_GONE', field: 'segmentId' }],
    };
    answered(await owner.key.get(`/campaigns/${id}/preflight`), 200, gone);
    answered(await owner.key.post(`/campaigns/${id}/preflight`, { subject: 'New' }), 200, gone);
  }),
  it('changes nothing that can be seen', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const before = (await owner.key.get(`/campaigns/${id}`)).body;
    answered(await owner.key.get(`/campaigns/${id}/preflight`), 200);
    answeredWhole(await owner.key.get(`/campaigns/${id}`), 200, before);
  }),
);
