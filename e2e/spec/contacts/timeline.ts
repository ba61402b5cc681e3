import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { newSegment } from '../segments/new-segment.ts';
import { enabledWorkflow, started, untilStatus } from '../workflows/new-execution.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { newContact } from './new-contact.ts';
import { idInPath } from './one-contact.ts';

const subject = {
  endpoint: 'GET /contacts/:id/timeline',
  status: 200,
  request: async (_world: World, owner: Owner) => ({ path: `/contacts/${(await newContact(owner)).id}/timeline` }),
} as const;

const noIds = {
  emailId: null,
  campaignId: null,
  workflowId: null,
  executionId: null,
  stepId: null,
  segmentId: null,
} as const;

/** A contact that was created, unsubscribed, mailed, and whose event was tracked, in this order. */
async function withHistory(owner: Owner) {
  const contact = await newContact(owner);
  answered(await owner.key.patch(`/contacts/${contact.id}`, { subscribed: false }), 200);
  const mail = { to: contact.email, subject: 'Hello', body: '<p>Hello</p>', from: 'hello@postrider.test' };
  const sent = await owner.key.post('/v1/send', mail);
  answered(sent, 200);
  answered(
    await owner.key.post('/events/track', { email: contact.email, event: 'signup', data: { plan: 'pro' } }),
    200,
  );
  return { contact, emailId: sent.body.data.emails[0].email as string };
}

export const contactTimeline = entry(
  'GET /contacts/:id/timeline',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('of a new contact has its creation and where it came from (D-234)', async (world) => {
    const owner = await world.own();
    const { id, createdAt } = await newContact(owner);
    const item = { ...noIds, id, kind: 'created', at: createdAt, name: null, data: { source: 'api' } };
    answeredWhole(await owner.key.get(`/contacts/${id}/timeline`), 200, {
      data: [item],
      cursor: '',
      hasMore: false,
      total: 1,
    });
  }),
  it('has events, mails and changes of the subscription, newest first, and of a mail no events beside it (D-234)', async (world) => {
    const owner = await world.own();
    const { contact, emailId } = await withHistory(owner);
    const reply = await owner.key.get(`/contacts/${contact.id}/timeline`);
    answered(reply, 200, {
      data: [
        { ...noIds, kind: 'event', name: 'signup', data: { plan: 'pro' } },
        { ...noIds, kind: 'email', id: emailId, emailId, name: 'Hello', data: { reason: null, opens: 0, clicks: 0 } },
        { ...noIds, kind: 'subscription', name: 'contact.unsubscribed', data: { source: 'api', reason: null } },
        { ...noIds, kind: 'created', id: contact.id, data: { source: 'api' } },
      ],
      hasMore: false,
      total: 4,
    });
    const keys = ['clickedAt', 'clicks', 'deliveredAt', 'openedAt', 'opens', 'reason', 'sentAt', 'status'];
    assert.deepEqual(Object.keys(reply.body.data[1].data).sort(), keys);
  }),
  it('names the segment that the contact entered (D-234)', async (world) => {
    const owner = await world.own();
    const { id } = await newContact(owner);
    const segment = await newSegment(owner);
    const data = { segmentId: segment.id, segmentName: 'S', slug: 's' };
    await world.sql(
      `insert into events (project_id, created_at, id, contact_id, name, data)
       select project_id, now(), gen_random_uuid(), id, 'segment.s.entry', $2 from contacts where id = $1`,
      [id, JSON.stringify(data)],
    );
    const item = { ...noIds, kind: 'segment', name: 'segment.s.entry', segmentId: segment.id, data };
    answered(await owner.key.get(`/contacts/${id}/timeline?kind=segment`), 200, { data: [item], total: 1 });
  }),
  it('has the steps of workflows that have ended', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner);
    const exit = { type: 'EXIT', name: 'Out', config: { reason: 'done' } };
    const workflow = await enabledWorkflow(owner, { eventName: 'untracked' }, exit);
    const { id } = await started(owner, workflow.id, { contactId: contact.id });
    await untilStatus(owner, workflow.id, id, 'EXITED');
    const reply = await owner.key.get(`/contacts/${contact.id}/timeline?kind=step`);
    const ids = { ...noIds, kind: 'step', workflowId: workflow.id, executionId: id };
    answered(reply, 200, {
      data: [
        { ...ids, name: 'Out', stepId: workflow.steps[0]?.id },
        { ...ids, name: 'Trigger', stepId: reply.body.data[1].stepId },
      ],
      total: 2,
    });
  }),
  it('takes a list of kinds, and refuses an unknown one (D-234)', async (world) => {
    const owner = await world.own();
    const { contact } = await withHistory(owner);
    const path = `/contacts/${contact.id}/timeline`;
    answered(await owner.key.get(`${path}?kind=created,event`), 200, {
      data: [{ kind: 'event' }, { kind: 'created' }],
      total: 2,
    });
    answeredWhole(await owner.key.get(`${path}?kind=step`), 200, { data: [], cursor: '', hasMore: false, total: 0 });
    const kinds = ['created', 'event', 'email', 'step', 'segment', 'subscription'];
    refused(await owner.key.get(`${path}?kind=event,note`), 400, 'BAD_REQUEST', { parameter: 'kind', allowed: kinds });
  }),
  it('goes on at the cursor, and refuses one of another kind', async (world) => {
    const owner = await world.own();
    const { contact } = await withHistory(owner);
    const path = `/contacts/${contact.id}/timeline`;
    const { body: whole } = await owner.key.get(path);
    const found = [];
    for (let query = '?limit=1'; ; ) {
      const { body } = await owner.key.get(path + query);
      assert.equal(body.total, query === '?limit=1' ? 4 : 0);
      found.push(...body.data);
      if (!body.hasMore) break;
      query = `?limit=1&cursor=${body.cursor}`;
    }
    assert.deepEqual(
      found.map(({ id }) => id),
      whole.data.map(({ id }: { id: string }) => id),
    );
    refused(await owner.key.get(`${path}?cursor=nonsense`), 400, 'BAD_REQUEST', { parameter: 'cursor' });
  }),
);
