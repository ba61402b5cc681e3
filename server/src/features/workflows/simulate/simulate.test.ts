import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyPatch } from '#features/contacts';
import { recipientKeys } from '#features/emails';
import { projectContext } from '#platform/context';
import { readRecipientToken } from '#pure/recipient-tokens';
import type { GivenProject } from '#testing';
import type { Client } from '#testing/client';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import type { WorkflowId } from '../workflow.ts';
import { simulateWorkflow } from './simulate-workflow.ts';

const startAt = '2026-11-14T10:00:00.000Z';
const day = 86_400;
const at = (seconds: number): string => new Date(Date.parse(startAt) + seconds * 1_000).toISOString();

let setup: ProjectSetup;
let project: GivenProject;
let api: Client;
let workflow: { id: string };
beforeAll(async () => {
  setup = await openProjectSetup({});
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await setup.app.given.project();
  api = setup.app.as(project.secretKey);
  workflow = (await api.post('/workflows', { name: 'Journey', eventName: 'signup' })).body;
});

const template = async (subject: string, fields: object = {}): Promise<string> => {
  const given = { name: subject, subject, body: '<p>{{email}}</p>', from: 'hello@postrider.test', fromName: 'Acme' };
  return (await api.post('/templates', { ...given, type: 'MARKETING', ...fields })).body.id;
};

/** A step behind another one, on a branch of it. */
async function step(type: string, fields: object, from?: string, branch?: string): Promise<string> {
  const { status, body } = await api.post(`/workflows/${workflow.id}/steps`, { type, name: type, ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  if (from) {
    const way = { fromStepId: from, toStepId: body.id, ...(branch ? { branch } : {}) };
    expect((await api.post(`/workflows/${workflow.id}/transitions`, way)).status).toBe(201);
  }
  return body.id;
}
const mail = async (subject: string, from?: string, branch?: string) =>
  step('SEND_EMAIL', { name: subject, templateId: await template(subject) }, from, branch);

const simulate = (body: object) => api.post(`/workflows/${workflow.id}/simulate`, { startAt, ...body });

interface StepRow {
  readonly name: string;
  readonly branch: string | null;
  readonly startedAt: string;
  readonly completedAt: string;
  readonly email: { readonly subject: string; readonly status: string } | null;
}

/** Name, branch, times in seconds, and what became of the mail of each step. */
const path = (body: { steps: readonly StepRow[] }): string[] =>
  body.steps.map(({ name, branch, startedAt, completedAt, email }) => {
    const seconds = [startedAt, completedAt].map((time) => (Date.parse(time) - Date.parse(startAt)) / 1_000);
    return [name, branch ?? [], [...new Set(seconds)], email ? [email.subject, email.status] : []].flat(2).join(' ');
  });

test('a journey of 90 days with mails, branches and a time-out has exactly the expected times and mails (D-932)', async () => {
  const welcome = await mail('Welcome {{name}}');
  const wait = await step(
    'WAIT_FOR_EVENT',
    { name: 'Bought?', config: { eventName: 'purchase', timeout: 30 * day } },
    welcome,
  );
  await mail('Thanks for {{amount}}', wait, 'event');
  const reminder = await mail('Reminder {{ "now" | date: "%Y-%m-%d" }}', wait, 'timeout');
  const month = await step('DELAY', { name: 'A month', config: { amount: 30, unit: 'days' } }, reminder);
  const plan = await step(
    'CONDITION',
    { name: 'Pro?', config: { field: 'data.plan', operator: 'equals', value: 'pro' } },
    month,
  );
  await mail('Pro', plan, 'yes');
  const update = await step(
    'UPDATE_CONTACT',
    { name: 'Mark', config: { data: { plan: 'lapsed {{name}}' }, subscriptionAction: 'unsubscribe' } },
    plan,
    'no',
  );
  const left = await step(
    'WAIT_FOR_EVENT',
    { name: 'Left', config: { eventName: 'contact.unsubscribed', timeout: 60 } },
    update,
  );
  const again = await step('DELAY', { name: 'Another', config: { amount: 30, unit: 'days' } }, left, 'event');
  const last = await mail('Goodbye {{plan}}', again);
  await step('EXIT', { name: 'End', config: { reason: 'lapsed' } }, last);
  const contact = { email: 'Ann@Example.com', data: { name: 'Ann', plan: 'free' } };

  const lapsed = await simulate({ contact });

  expect(lapsed.status).toBe(200);
  expect(path(lapsed.body)).toEqual([
    'Trigger 0',
    'Welcome {{name}} 0 Welcome Ann QUEUED',
    `Bought? timeout 0 ${30 * day}`,
    `Reminder {{ "now" | date: "%Y-%m-%d" }} ${30 * day} Reminder 2026-12-14 QUEUED`,
    `A month ${30 * day} ${60 * day}`,
    `Pro? no ${60 * day}`,
    `Mark ${60 * day}`,
    `Left event ${60 * day}`,
    `Another ${60 * day} ${90 * day}`,
    `Goodbye {{plan}} ${90 * day} Goodbye lapsed Ann SUPPRESSED`,
    `End ${90 * day}`,
  ]);
  expect(lapsed.body).toMatchObject({
    ...{
      status: 'EXITED',
      exitReason: 'lapsed',
      startedAt: startAt,
      completedAt: at(90 * day),
      elapsedSeconds: 90 * day,
    },
    contact: { email: 'ann@example.com', subscribed: false, data: { name: 'Ann', plan: 'lapsed Ann' } },
    context: { source: 'workflow' },
    warnings: [],
  });
  const bought = await simulate({ contact, events: [{ name: 'purchase', after: 90, data: { amount: 42 } }] });
  expect(path(bought.body)).toEqual([
    'Trigger 0',
    'Welcome {{name}} 0 Welcome Ann QUEUED',
    'Bought? event 0 90',
    'Thanks for {{amount}} 90 Thanks for 42 QUEUED',
  ]);
  expect(bought.body).toMatchObject({ status: 'COMPLETED', context: { amount: 42 }, elapsedSeconds: 90 });
});

test('nothing is written, sent or called, for a contact that exists (D-932)', async () => {
  const { id: contactId } = (await api.post('/contacts', { email: 'ann@example.com', data: { plan: 'free' } })).body;
  const first = await mail('Hello');
  const call = await step('WEBHOOK', { config: { url: 'https://hooks.invalid/{{plan}}' } }, first);
  await step('UPDATE_CONTACT', { config: { data: { plan: 'pro' } } }, call);
  const tables = [
    'emails',
    'events',
    'deliveries',
    'executions',
    'workflow_calls',
    'contact_events',
    'workflow_entries',
  ];
  const written = async () =>
    Promise.all([
      ...tables.map((table) => setup.rows(`select count(*)::int from ${table}`)),
      setup.rows('select email, subscribed, data, updated_at from contacts where id = $1', [contactId]),
    ]);
  const before = await written();

  const { body } = await simulate({ contactId });

  expect(body).toMatchObject({ status: 'COMPLETED', contact: { data: { plan: 'pro' } } });
  expect(body.steps[2].request).toMatchObject({ url: 'https://hooks.invalid/free', method: 'POST' });
  expect(await written()).toEqual(before);
});

test('links of a simulated mail name no contact, so that following them changes nothing', async () => {
  const { id: contactId } = (await api.post('/contacts', { email: 'ann@example.com' })).body;
  const templateId = await template('Links', { body: '<a href="{{unsubscribeUrl}}">x</a>' });
  await step('SEND_EMAIL', { templateId });

  const { body } = await simulate({ contactId });

  const [, token = ''] = /\/u\/([\w.-]+)/.exec(body.steps[1].email.html) ?? [];
  const keys = recipientKeys(setup.app.app.services.config);
  expect(readRecipientToken(token, 'unsubscribe', keys)).toMatchObject({ purpose: 'unsubscribe', contactId: null });
});

test('consent and suppressions are judged as when mail is sent, for the contact as the steps have left it', async () => {
  await api.post('/suppressions', { email: 'gone@example.com' });
  await api.post('/contacts', { email: 'boss@example.com', subscribed: false });
  const first = await mail('First');
  const custom = (email: string) => ({ recipient: { type: 'CUSTOM', customEmail: email } });
  const templateId = await template('Custom');
  const boss = await step('SEND_EMAIL', { templateId, config: custom('boss@example.com') }, first);
  const stranger = await step('SEND_EMAIL', { templateId, config: custom('nobody@example.com') }, boss);
  const own = await step('SEND_EMAIL', { templateId, config: custom('{{email}}') }, stranger);
  const wrong = await step('SEND_EMAIL', { templateId, config: custom('{{missing}}') }, own);
  const statusesOf = (body: { steps: { email: { status: string; reason: string | null } | null }[] }) =>
    body.steps.flatMap(({ email }) => (email ? [`${email.status} ${email.reason}`] : []));

  const ann = await simulate({ contact: { email: 'ann@example.com' } });
  const gone = await simulate({ contact: { email: 'gone@example.com' } });
  const left = await simulate({ contact: { email: 'ann@example.com', subscribed: false } });

  const others = ['SUPPRESSED UNSUBSCRIBED', 'SUPPRESSED UNSUBSCRIBED'];
  expect(statusesOf(ann.body)).toEqual(['QUEUED null', ...others, 'QUEUED null']);
  expect(statusesOf(gone.body)).toEqual(['SUPPRESSED SUPPRESSION_MANUAL', ...others, 'SUPPRESSED SUPPRESSION_MANUAL']);
  expect(statusesOf(left.body)).toEqual(Array(4).fill('SUPPRESSED UNSUBSCRIBED'));
  expect(ann.body).toMatchObject({ status: 'FAILED', exitReason: 'step_failed' });
  expect(ann.body.steps.at(-1)).toMatchObject({ stepId: wrong, error: { code: 'RECIPIENT_INVALID' }, output: null });
});

test('event rules see the history before the simulation, then its own events; never those in between (D-949)', async () => {
  const { id: contactId } = (await api.post('/contacts', { email: 'ann@example.com' })).body;
  for (const [name, seconds] of [
    ['early', -10],
    ['twice', -10],
    ['twice', 10],
    ['late', 10],
  ] as const) {
    await api.post('/events/track', { email: 'ann@example.com', event: name });
    await setup.rows(
      `with e as (update events set created_at = $2 where project_id = $1 and created_at > now() - interval '1 hour' and name = $3)
       update contact_events set last_at = $2 where project_id = $1 and name = $3`,
      [project.id, at(seconds), name],
    );
  }
  const delay = await step('DELAY', { config: { amount: 1, unit: 'minutes' } });
  let from = delay;
  for (const name of ['early', 'twice', 'late', 'given']) {
    const config = { field: `event.${name}`, operator: 'triggered' };
    from = await step('CONDITION', { name, config }, from, from === delay ? undefined : 'yes');
    await api.post(`/workflows/${workflow.id}/transitions`, { fromStepId: from, toStepId: from, branch: 'no' });
  }
  const branches = async (body: object) =>
    (await simulate(body)).body.steps.slice(2).map(({ name, branch }: Record<string, string>) => `${name} ${branch}`);

  expect(await branches({ contactId })).toEqual(['early yes', 'twice yes', 'late no']);
  const late = { name: 'late', after: 60 };
  const given = { name: 'given', after: 61 };
  expect(await branches({ contactId, events: [late, given] })).toEqual([
    'early yes',
    'twice yes',
    'late yes',
    'given no',
  ]);
  const history = ['early', 'twice', 'late'].map((name) => ({ name, before: 5 }));
  expect(await branches({ contact: { email: 'ann@example.com' }, history })).toEqual([
    ...['early yes', 'twice yes', 'late yes', 'given no'],
  ]);
});

test('a key that was deleted counts again once the simulation has written it (D-319)', async () => {
  await api.post('/contacts', { email: 'ann@example.com', data: { plan: 'free' } });
  expect((await api.delete('/contacts/fields/plan')).status).toBeLessThan(300);
  const { id: contactId } = (await api.post('/contacts', { email: 'bob@example.com' })).body;
  const isPro = { field: 'data.plan', operator: 'equals', value: 'pro' };
  const update = await step('UPDATE_CONTACT', { config: { data: { plan: 'pro' } } });
  await step('CONDITION', { config: isPro }, update);

  const { body } = await simulate({ contactId });

  expect(body.steps.at(-1)).toMatchObject({ branch: 'yes' });
});

test('a call gets the given reply, its pauses when it fails, and what it saves is in the context', async () => {
  const config = {
    url: 'https://hooks.example/a',
    saveAs: 'crm',
    onFailure: 'continue',
    headers: { 'X-Plan': '{{plan}}' },
  };
  const call = await step('WEBHOOK', { name: 'Call', config });
  await mail('Hello {{crm.name}}', call);
  const contact = { email: 'ann@example.com', data: { plan: 'pro' } };

  const { body } = await simulate({ contact, webhooks: { [call]: { statusCode: 200, body: { name: 'Ann' } } } });
  const failed = await simulate({ contact, webhooks: { [call]: { statusCode: 0 } } });

  expect(body).toMatchObject({ context: { crm: { name: 'Ann' } } });
  expect(body.steps[1]).toMatchObject({
    request: {
      headers: { 'X-Plan': 'pro', 'Content-Type': 'application/json' },
      body: { type: 'workflow.webhook', timestamp: startAt, contact: { email: 'ann@example.com' }, step: { id: call } },
    },
    output: { success: true, attempts: 1, saved: true },
  });
  expect(body.steps[2].email.subject).toBe('Hello Ann');
  expect(path(failed.body)[1]).toBe('Call 0 850');
  expect(failed.body.steps[1].output).toMatchObject({ success: false, attempts: 5, saved: false });
});

test('what the graph depends on and a simulation leaves out is said in warnings', async () => {
  const [, ...rest] = Array.from({ length: 11 }, (_, n) => `Mail ${n}`);
  let from = await mail('Mail 0');
  for (const subject of rest) from = await mail(subject, from);
  const opened = await step('WAIT_FOR_EVENT', { config: { eventName: 'email.opened', timeout: 60 } }, from);
  const vip = await step(
    'WAIT_FOR_EVENT',
    { config: { eventName: 'segment.vip.entry', timeout: 60 } },
    opened,
    'timeout',
  );
  await api.post(`/workflows/${workflow.id}/transitions`, { fromStepId: opened, toStepId: vip, branch: 'event' });
  await setup.rows('update projects set paused_at = now() where id = $1', [project.id]);
  const contact = { email: 'ann@example.com' };

  const alone = await simulate({ contact });
  const helped = await simulate({
    contact,
    events: [
      { name: 'email.open', after: 1 },
      { name: 'segment.vip.entry', after: 2 },
    ],
  });

  const codesOf = ({ body }: typeof alone) => body.warnings.map(({ code }: { code: string }) => code);
  expect(codesOf(alone)).toEqual(['PAUSED', 'RECIPIENT_LIMIT', 'MAIL_ACTIVITY', 'TRACKED_SEGMENTS']);
  expect(alone.body.warnings.slice(2)).toMatchObject([{ stepId: opened }, { stepId: vip }]);
  expect(codesOf(helped)).toEqual(['PAUSED', 'RECIPIENT_LIMIT']);
});

test('an incomplete step, and a text that cannot be rendered, fail the simulated execution and not the request', async () => {
  const first = await mail('First');
  const draft = await step('DELAY', { config: {} }, first);
  expect((await simulate({ contact: { email: 'a@example.com' } })).body).toMatchObject({
    status: 'FAILED',
    steps: [{}, {}, { stepId: draft, status: 'FAILED', error: { code: 'STEP_INCOMPLETE' } }],
  });
  const loop = '{% for i in (1..n) %}{% endfor %}';
  const templateId = await template('Loop', { body: loop });
  expect((await api.patch(`/workflows/${workflow.id}/steps/${first}`, { templateId })).status).toBe(200);

  const { status, body } = await simulate({ contact: { email: 'a@example.com', data: { n: 300_000 } } });

  expect(status).toBe(200);
  expect(body.steps.at(-1)).toMatchObject({ stepId: first, error: { code: 'RENDER_FAILED' }, email: null });
});

test('a simulation that shows more than 8 MB is refused (D-932)', async () => {
  const templateId = await template('Heavy', { body: '{{ text }}'.repeat(26) });
  let from: string | undefined;
  for (let n = 0; n < 6; n += 1) from = await step('SEND_EMAIL', { templateId }, from);

  const large = await simulate({ contact: { email: 'a@example.com', data: { text: 'y'.repeat(60_000) } } });

  const error = { code: 'SIMULATION_LIMIT', details: { limit: 'size' } };
  expect(large).toMatchObject({ status: 400, body: { error } });
});

test('a simulation that works for more than five seconds is refused (D-932)', async () => {
  await mail('Hello');
  const ctx = projectContext(setup.app.app.services, project.id);
  const contact = { email: 'a@example.com', subscribed: true, data: emptyPatch };
  const request = {
    contactId: undefined,
    contact,
    context: {},
    startAt: undefined,
    events: [],
    webhooks: {},
    history: [],
  };

  const began = performance.now() - 5_001;

  const id = workflow.id as WorkflowId; // of a workflow that the test made
  await expect(simulateWorkflow(ctx, id, request, { began })).rejects.toMatchObject({
    code: 'SIMULATION_LIMIT',
    text: { details: { limit: 'time' } },
  });
  expect(await simulateWorkflow(ctx, id, request)).toMatchObject({ result: { status: 'COMPLETED' } });
});
