import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, isInstant, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import { aCondition, aDelay, addSteps, anExit, connect, idInPath, newWorkflow, requestOf } from './new-workflow.ts';

const startAt = '2026-11-14T10:00:00.000Z';
const ann = { email: 'ann@example.com', data: { name: 'Ann', plan: 'pro' } };

const subject = {
  endpoint: 'POST /workflows/:id/simulate',
  status: 200,
  request: requestOf('/simulate', { contact: ann, startAt }),
} as const;

async function template({ key }: Pick<Owner, 'key'>, fields: object = {}): Promise<string> {
  const given = { name: 'T', subject: 'Hi {{name}}', body: '<p>{{plan}}</p>', type: 'TRANSACTIONAL' };
  const reply = await key.post('/templates', { ...given, from: 'hello@postrider.test', fromName: 'Acme', ...fields });
  answered(reply, 201);
  return reply.body.id;
}

export const simulateWorkflow = entry(
  'POST /workflows/:id/simulate',
  projectEndpointWithBody(subject),
  unknownIds(subject, idInPath),
  it('returns the steps in the order of the virtual clock, with the mail as it would be sent', async (world) => {
    const owner = await world.own();
    const { id, steps } = await newWorkflow(owner);
    const templateId = await template(owner);
    const welcome = { type: 'SEND_EMAIL', name: 'Welcome', templateId };
    const [delay, mail] = await addSteps(owner, id, { ...aDelay, name: 'Two days' }, welcome);
    await connect(owner, id, delay, mail);
    const reply = await owner.key.post(`/workflows/${id}/simulate`, { contact: ann, startAt, context: { amount: 42 } });
    const later = '2026-11-16T10:00:00.000Z';
    const none = { branch: null, error: null, email: null, request: null, status: 'COMPLETED' };
    answeredWhole(reply, 200, {
      ...{ status: 'COMPLETED', exitReason: null, startedAt: startAt, completedAt: later, elapsedSeconds: 172_800 },
      steps: [
        {
          ...none,
          ...{ stepId: steps[0]?.id, name: 'Trigger', type: 'TRIGGER', startedAt: startAt, completedAt: startAt },
          output: {},
        },
        {
          ...none,
          ...{ stepId: delay?.id, name: 'Two days', type: 'DELAY', startedAt: startAt, completedAt: later },
          output: { delayAmount: 2, delayUnit: 'days', resumeAt: later },
        },
        {
          ...none,
          ...{ stepId: mail?.id, name: 'Welcome', type: 'SEND_EMAIL', startedAt: later, completedAt: later },
          output: {
            ...{ status: 'QUEUED', reason: null, sentAt: later, recipientType: 'CONTACT' },
            recipientEmail: 'ann@example.com',
          },
          email: {
            ...{ to: 'ann@example.com', from: 'hello@postrider.test', fromName: 'Acme', replyTo: null },
            ...{ type: 'TRANSACTIONAL', status: 'QUEUED', reason: null },
            ...{ subject: 'Hi Ann', html: '<p>pro</p>', text: 'pro', warnings: [] },
          },
        },
      ],
      contact: { email: 'ann@example.com', subscribed: true, data: { name: 'Ann', plan: 'pro' } },
      context: { amount: 42 },
      warnings: [],
    });
  }),
  it('starts now, for a contact that exists, and leaves it as it is', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const update = {
      type: 'UPDATE_CONTACT',
      config: { data: { plan: '{{event.plan}}' }, subscriptionAction: 'unsubscribe' },
    };
    await addSteps(owner, id, update);
    const { id: contactId } = (await owner.key.post('/contacts', { ...ann, email: 'real@example.com' })).body;
    const { body: before } = await owner.key.get(`/contacts/${contactId}`);
    const reply = await owner.key.post(`/workflows/${id}/simulate`, { contactId, context: { plan: 'new' } });
    answered(reply, 200, {
      contact: { email: 'real@example.com', subscribed: false, data: { name: 'Ann', plan: 'new' } },
    });
    isInstant(reply.body.startedAt);
    answeredWhole(await owner.key.get(`/contacts/${contactId}`), 200, before);
    const { body: events } = await owner.key.get(`/contacts/${contactId}/events`);
    assert.deepEqual(events.data ?? [], []);
  }),
  it('takes the branch of an event that is given, else the time-out, and asks conditions at that moment', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const wait = { type: 'WAIT_FOR_EVENT', config: { eventName: 'email.opened', timeout: 3_600 } };
    const [first, condition, exit] = await addSteps(owner, id, wait, aCondition, {
      ...anExit,
      config: { reason: 'is pro' },
    });
    await connect(owner, id, first, condition, 'timeout');
    await connect(owner, id, condition, exit, 'yes');
    const run = async (body: object) =>
      (await owner.key.post(`/workflows/${id}/simulate`, { contact: ann, startAt, ...body })).body;
    const alone = await run({});
    assert.equal(`${alone.status} ${alone.exitReason} ${alone.elapsedSeconds}`, 'EXITED is pro 3600');
    assert.deepEqual(
      alone.warnings.map(({ stepId, code }: Record<string, string>) => [stepId, code]),
      [[first?.id, 'MAIL_ACTIVITY']],
    );
    const opened = await run({ events: [{ name: 'email.open', after: 60, data: { opens: 1 } }] });
    assert.equal(`${opened.status} ${opened.elapsedSeconds} ${opened.steps[1].branch}`, 'COMPLETED 60 event');
    assert.deepEqual(opened.context, { opens: 1 });
    const free = await run({ contact: { ...ann, data: { plan: 'free' } } });
    assert.equal(`${free.status} ${free.steps.at(-1).branch}`, 'COMPLETED no');
  }),
  it('shows the request of a WEBHOOK and goes on with the given reply', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const config = { url: 'https://hooks.example/{{plan}}', method: 'PUT', body: { name: '{{name}}' }, saveAs: 'crm' };
    const [call] = await addSteps(owner, id, { type: 'WEBHOOK', config });
    const simulate = (webhooks: object) =>
      owner.key.post(`/workflows/${id}/simulate`, { contact: ann, startAt, webhooks: { [call?.id ?? '']: webhooks } });
    const { body } = await simulate({ statusCode: 201, body: { id: 7 } });
    const { url, method, body: sent } = body.steps[1].request;
    assert.deepEqual([url, method, sent], ['https://hooks.example/pro', 'PUT', { name: 'Ann' }]);
    assert.deepEqual(body.context, { crm: { id: 7 } });
    answered(await simulate({ statusCode: 404 }), 200, { status: 'FAILED', exitReason: 'step_failed' });
    answered(await simulate({ statusCode: 0 }), 200, { status: 'FAILED', elapsedSeconds: 850 });
  }),
  it('ends FAILED at a step that is not complete', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const [draft] = await addSteps(owner, id, { type: 'SEND_EMAIL' });
    const reply = await owner.key.post(`/workflows/${id}/simulate`, { contact: ann });
    answered(reply, 200, { status: 'FAILED', exitReason: 'step_failed' });
    const { stepId, status, error, output } = reply.body.steps.at(-1);
    assert.deepEqual([stepId, status, error.code, output], [draft?.id, 'FAILED', 'STEP_INCOMPLETE', null]);
  }),
  it('keeps every field within its limits, and wants one contact', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const simulate = (body: object) => owner.key.post(`/workflows/${id}/simulate`, body);
    const contactId = randomUUID();
    invalid(await simulate({}), ['contactId', 'required']);
    invalid(await simulate({ contact: ann, contactId }), ['contact', 'custom']);
    invalid(await simulate({ contactId, history: [] }), ['history', 'custom']);
    refused(await simulate({ contactId }), 404, 'CONTACT_NOT_FOUND');
    const event = { name: 'purchase', after: 1 };
    for (const [field, value, at, code] of [
      ['contact', { email: 'no' }, 'contact.email', 'invalid_string'],
      ['contact', { ...ann, data: [] }, 'contact.data', 'invalid_type'],
      ['context', 'text', 'context', 'invalid_type'],
      ['context', { text: 'x'.repeat(65_536) }, 'context', 'too_big'],
      ['startAt', 'tomorrow', 'startAt', 'invalid_date'],
      ['startAt', '2099-01-01T00:00:00Z', 'startAt', 'too_big'],
      ['startAt', '1999-01-01T00:00:00Z', 'startAt', 'too_small'],
      ['events', Array(101).fill(event), 'events', 'too_big'],
      ['events', [{ ...event, after: -1 }], 'events.0.after', 'too_small'],
      ['events', [{ ...event, after: 315_360_001 }], 'events.0.after', 'too_big'],
      ['events', [{ ...event, name: '' }], 'events.0.name', 'too_small'],
      ['events', [{ name: 'purchase' }], 'events.0.after', 'required'],
      ['history', Array(101).fill({ name: 'purchase', before: 1 }), 'history', 'too_big'],
      ['webhooks', { [id]: { statusCode: 600 } }, `webhooks.${id}.statusCode`, 'too_big'],
      ['webhooks', { [id]: { statusCode: 99 } }, `webhooks.${id}.statusCode`, 'too_small'],
      ['webhooks', { [id]: {} }, `webhooks.${id}.statusCode`, 'required'],
    ] as const) {
      invalid(await simulate({ contact: ann, [field]: value }), [at, code]);
    }
  }),
  it('refuses to show more than 8 MB', async (world) => {
    const owner = await world.own();
    const { id } = await newWorkflow(owner);
    const templateId = await template(owner, { body: '{{text}}'.repeat(26) });
    const heavy = { type: 'SEND_EMAIL', templateId, autoConnect: true };
    await addSteps(owner, id, heavy, heavy, heavy, heavy);
    const contact = { ...ann, data: { text: 'x'.repeat(60_000) } };
    const reply = await owner.key.post(`/workflows/${id}/simulate`, { contact });
    refused(reply, 400, 'SIMULATION_LIMIT', { limit: 'size' });
  }),
);
