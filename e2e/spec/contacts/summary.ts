import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { aList, aSegment, newSegment } from '../segments/new-segment.ts';
import { enabledWorkflow, started, untilStatus } from '../workflows/new-execution.ts';
import { aDelay } from '../workflows/new-workflow.ts';
import { answered, answeredWhole } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { newContact } from './new-contact.ts';
import { idInPath } from './one-contact.ts';

const subject = {
  endpoint: 'GET /contacts/:id/summary',
  status: 200,
  request: async (_world: World, owner: Owner) => ({ path: `/contacts/${(await newContact(owner)).id}/summary` }),
} as const;

const nothing = {
  lastEventAt: null,
  suppression: null,
  segments: [],
  segmentsComplete: true,
  mail90d: { accepted: 0, delivered: 0, opened: 0, clicked: 0 },
  activeExecutions: [],
};

export const contactSummary = entry(
  'GET /contacts/:id/summary',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('of a new contact has nothing but its subscription', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    const { body } = await owner.key.get(`/contacts/${id}/consent`);
    answeredWhole(await owner.key.get(`/contacts/${id}/summary`), 200, { ...nothing, subscription: body.data[0] });
    answered(await owner.key.patch(`/contacts/${id}`, { subscribed: false }), 200);
    answered(await owner.key.get(`/contacts/${id}/summary`), 200, {
      subscription: { subscribed: false, isCreation: false, by: { kind: 'key' } },
    });
  }),
  it('has the last event, the suppression of the address and the mails of ninety days', async (world) => {
    const owner = await world.own();
    const { id, email } = await newContact(owner);
    const mail = { to: email, subject: 'Hello', body: '<p>Hello</p>', from: 'hello@postrider.test' };
    answered(await owner.key.post('/v1/send', mail), 200);
    const tracked = await owner.key.post('/events/track', { email, event: 'signup' });
    answered(tracked, 200);
    answered(await owner.key.post('/suppressions', { email, note: 'asked by phone' }), 201);
    const summary = await owner.key.get(`/contacts/${id}/summary`);
    answered(summary, 200, {
      suppression: { email, reason: 'MANUAL', blocks: 'ALL', note: 'asked by phone' },
      mail90d: { accepted: 1, opened: 0, clicked: 0 },
    });
    // What becomes of the mail is an event, too.
    assert.ok(summary.body.lastEventAt >= tracked.body.data.timestamp, summary.body.lastEventAt);
  }),
  it('names the segments that it belongs to, in the order of their names', async (world) => {
    const owner = await world.own();
    const { id, email } = await newContact(owner, { data: { plan: 'pro' } });
    const list = await newSegment(owner, aList);
    await newSegment(owner, { name: 'Another list', type: 'STATIC' });
    const tree = await newSegment(owner, { ...aSegment, trackMembership: false });
    answered(await owner.key.post(`/segments/${list.id}/members`, { emails: [email] }), 200);
    answered(await owner.key.get(`/contacts/${id}/summary`), 200, {
      segments: [
        { id: list.id, name: list.name, type: 'STATIC' },
        { id: tree.id, name: tree.name, type: 'DYNAMIC' },
      ],
      segmentsComplete: true,
    });
    answered(await owner.key.patch(`/contacts/${id}`, { data: { plan: 'free' } }), 200);
    answered(await owner.key.get(`/contacts/${id}/summary`), 200, { segments: [{ id: list.id }] });
  }),
  it('has the executions that go on, with the step and the moment it ends by itself', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    const workflow = await enabledWorkflow(owner, {}, { ...aDelay, name: 'Two days' });
    const execution = await started(owner, workflow.id, { contactId: id });
    const { dueAt, workflow: named } = await untilStatus(owner, workflow.id, execution.id, 'WAITING');
    const item = { id: execution.id, workflowId: workflow.id, workflowName: named.name, stepName: 'Two days', dueAt };
    answered(await owner.key.get(`/contacts/${id}/summary`), 200, { activeExecutions: [item] });
    answered(await owner.key.post(`/workflows/${workflow.id}/executions/cancel-all`, {}), 200);
    answered(await owner.key.get(`/contacts/${id}/summary`), 200, { activeExecutions: [] });
  }),
);
