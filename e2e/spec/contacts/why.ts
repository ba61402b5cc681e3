import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newCampaign } from '../campaigns/new-campaign.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { isPro } from '../segments/new-segment.ts';
import { enabledWorkflow, started } from '../workflows/new-execution.ts';
import { aDelay } from '../workflows/new-workflow.ts';
import { alike, answered, answeredWhole, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { newContact } from './new-contact.ts';
import { idInPath } from './one-contact.ts';

const subject = {
  endpoint: 'GET /contacts/:id/why',
  status: 200,
  async request(_world: World, owner: Owner) {
    const [contact, campaign] = [await newContact(owner), await newCampaign(owner)];
    return { path: `/contacts/${contact.id}/why?campaignId=${campaign.id}` };
  },
} as const;

const pass = (check: string, message: string, actual: unknown = null) => ({
  check,
  result: 'pass',
  message,
  path: null,
  actual,
});

export const contactWhy = entry(
  'GET /contacts/:id/why',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('needs exactly one of the three ids (D-235)', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    const allowed = ['campaignId', 'workflowId', 'templateId'];
    const campaign = await newCampaign(owner);
    for (const query of ['', `?campaignId=${campaign.id}&templateId=${randomUUID()}`]) {
      refused(await owner.key.get(`/contacts/${id}/why${query}`), 400, 'BAD_REQUEST', { allowed });
    }
  }),
  it('does not know a campaign, workflow or template of another project (D-235)', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    const key = world.extras.stranger.api.with({ 'x-project-id': world.strangersProject });
    const foreign = (await newCampaign({ key })).id;
    for (const resource of ['campaign', 'workflow', 'template']) {
      const replies = [];
      for (const given of [randomUUID(), foreign, 'nonsense']) {
        const reply = await owner.key.get(`/contacts/${id}/why?${resource}Id=${given}`);
        refused(reply, 404, `${resource.toUpperCase()}_NOT_FOUND`, { resource, id: given });
        replies.push({ reply, given });
      }
      const [one, ...rest] = replies;
      for (const { reply, given } of rest) if (one) alike(one.reply, reply, one.given, given);
    }
  }),
  it('of a draft says what would happen', async (world) => {
    const owner = await world.own();
    const [{ id }, campaign] = [await newContact(owner), await newCampaign(owner)];
    answeredWhole(await owner.key.get(`/contacts/${id}/why?campaignId=${campaign.id}`), 200, {
      received: false,
      answer: 'Would be sent, as things are today. The campaign is a draft',
      emailId: null,
      checks: [
        pass('audience', 'All contacts are part of the audience'),
        pass('subscription', 'Subscribed', true),
        pass('suppression', 'The address is not suppressed'),
        pass('pause', 'Nothing holds mail of this kind'),
        pass('cap', 'No cap is reached'),
        { ...pass('delivery', 'The campaign is a draft'), result: 'unknown' },
      ],
    });
  }),
  it('answers with the first check that fails: a rule of the audience, then the subscription (D-235)', async (world) => {
    const owner = await world.own();
    const audience = { audienceType: 'FILTERED', audienceCondition: isPro };
    const campaign = await newCampaign(owner, audience);
    const outside = await newContact(owner, { data: { plan: 'free' } });
    const left = await newContact(owner, { data: { plan: 'pro' } });
    answered(await owner.key.patch(`/contacts/${left.id}`, { subscribed: false }), 200);
    const why = (contactId: string) => owner.key.get(`/contacts/${contactId}/why?campaignId=${campaign.id}`);
    const rule = { check: 'audience', path: 'groups.0.filters.0' };
    const first = await why(outside.id);
    answered(first, 200, { received: false });
    assert.match(first.body.answer, /^Would not be sent: data\.plan equals "pro" does not hold/);
    assert.deepEqual(
      { ...first.body.checks[0], message: '' },
      { ...rule, result: 'fail', message: '', actual: 'free' },
    );
    const second = await why(left.id);
    assert.match(second.body.answer, /^Would not be sent: Unsubscribed since .* UTC by api$/);
    assert.deepEqual(
      second.body.checks.map(({ check, result }: { check: string; result: string }) => [check, result]),
      [
        ['audience', 'pass'],
        ['subscription', 'fail'],
        ['suppression', 'pass'],
        ['pause', 'pass'],
        ['cap', 'pass'],
        ['delivery', 'unknown'],
      ],
    );
  }),
  it('of a workflow says what kept the contact out, then what became of its execution', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner);
    const workflow = await enabledWorkflow(owner, { eventName: 'bought' }, aDelay);
    const path = `/contacts/${contact.id}/why?workflowId=${workflow.id}`;
    answered(await owner.key.get(path), 200, {
      ...{ received: false, emailId: null, answer: 'Not sent: The contact has had no event "bought"' },
      checks: [{ check: 'entry', result: 'fail' }],
    });
    const { id } = await started(owner, workflow.id, { contactId: contact.id });
    const reply = await owner.key.get(path);
    answered(reply, 200, { received: false, emailId: null });
    assert.deepEqual(
      reply.body.checks.map(({ check }: { check: string }) => check),
      ['entry', 'delivery'],
    );
    assert.equal(reply.body.checks[0].actual, id);
  }),
  it('of a template looks at the newest mail (D-235)', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner);
    const fields = { name: 'T', subject: 'Hello', body: '<p>Hello</p>', type: 'TRANSACTIONAL' };
    const template = (await owner.key.post('/templates', fields)).body.id;
    const path = `/contacts/${contact.id}/why?templateId=${template}`;
    answeredWhole(await owner.key.get(path), 200, {
      received: false,
      answer: 'Not sent: no mail of this template was made for this contact',
      emailId: null,
      checks: [],
    });
    const sent = await owner.key.post('/v1/send', { to: contact.email, template, from: 'hello@postrider.test' });
    answered(sent, 200);
    const emailId = sent.body.data.emails[0].email;
    answered(await owner.key.get(path), 200, {
      emailId,
      checks: [
        { check: 'subscription', result: 'pass' },
        { check: 'suppression', result: 'pass' },
        { check: 'pause', result: 'pass' },
        { check: 'cap', result: 'pass' },
        { check: 'delivery' },
      ],
    });
  }),
);
