import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import type { ContactId } from '#features/contacts';
import { type ProjectContext, projectContext } from '#platform/context';
import { type Client, startTestApp, type TestApp } from '#testing';
import { connect } from '#testing/spool-setup';
import { acceptedSteps, stepMailTo as mailTo, renderedSteps, stepText } from '#testing/step-mail';
import { acceptStepMails } from './accept-step-mails.ts';
import { renderStepMails } from './render-step-mails.ts';
import type { StepMail, StepMailDraft, StepText } from './step-mail.ts';

let app: TestApp;
let api: Client;
let ctx: ProjectContext;
let client: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = await connect(app.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await app.close();
});
beforeEach(async () => {
  const project = await app.given.project();
  api = app.as(project.secretKey);
  ctx = projectContext(app.app.services, project.id);
});

const text = stepText({
  subject: 'Hi {{name}}',
  body: '<p>{{email}} paid {{amount}} and {{event.amount}}; {{plan}}</p>',
});

const givenContact = async (email: string, fields: object = {}): Promise<StepMail['contact']> => {
  const { id, data } = (await api.post('/contacts', { email, ...fields })).body;
  return { id, email, data };
};

const drafts = (mails: readonly StepMail[], of: StepText = text): Promise<StepMailDraft[]> =>
  renderedSteps(ctx, of, mails);
const accept = async (mails: readonly StepMail[], of: StepText = text): Promise<string[]> =>
  acceptedSteps(ctx, await drafts(mails, of));

const emails = async (columns: string) =>
  (await client.query(`select ${columns} from emails where project_id = $1 order by recipient`, [ctx.projectId])).rows;

test('a mail of a step has the values of contact and context, and keeps workflow, execution and cause (D-912, D-924)', async () => {
  const ada = await givenContact('ada@example.com', { data: { name: 'Ada', plan: 'pro', amount: 1 } });
  const mail = mailTo(ada, { context: { amount: 42 }, depth: 3, isPublic: true });

  expect(await accept([mail])).toEqual(['QUEUED']);

  const { workflowId, executionId, stepExecutionId } = mail;
  expect(
    await emails('contact_id, subject, source_type, template_id, workflow_id, execution_id, depth, is_public'),
  ).toEqual([
    {
      contact_id: ada.id,
      subject: 'Hi Ada',
      source_type: 'WORKFLOW',
      template_id: text.templateId,
      workflow_id: workflowId,
      execution_id: executionId,
      depth: 3,
      is_public: true,
    },
  ]);
  const { body: list } = await api.get(`/emails?executionId=${executionId}`);
  const { body } = await api.get(`/emails/${list.data[0].id}`);
  expect(body).toMatchObject({ workflowId, executionId, stepExecutionId, sourceType: 'WORKFLOW', campaignId: null });
  expect(body.body).toContain('ada@example.com paid 42 and 42; pro');
  const waiting = 'select source_id, lane from deliveries where id = $1';
  expect((await client.query(waiting, [list.data[0].id])).rows).toEqual([{ source_id: workflowId, lane: 1 }]);
});

test('mail and the rest of the transaction commit together', async () => {
  const ready = await drafts([mailTo(await givenContact('ada@example.com'))]);

  const failing = ctx.transaction(async (tx) => {
    await acceptStepMails(tx, ready);
    throw new Error('the step could not be ended');
  });

  await expect(failing).rejects.toThrow('the step could not be ended');
  expect(await emails('id')).toEqual([]);
});

test('consent and deletion count as they are when the mail is accepted, not when it was rendered', async () => {
  const [ada, bob, eve] = [
    await givenContact('ada@example.com'),
    await givenContact('bob@example.com'),
    await givenContact('eve@example.com'),
  ];
  const ready = await drafts([mailTo(ada), mailTo(bob), mailTo(eve)], { ...text, type: 'MARKETING' });
  await api.patch(`/contacts/${ada.id}`, { subscribed: false });
  await api.delete(`/contacts/${bob.id}`);

  expect(await acceptedSteps(ctx, ready)).toEqual(['UNSUBSCRIBED', 'none', 'QUEUED']);
  expect(await emails('recipient, status')).toEqual([
    { recipient: 'ada@example.com', status: 'SUPPRESSED' },
    { recipient: 'eve@example.com', status: 'QUEUED' },
  ]);
});

test('a contact is not deleted before its mail is written, so that its record forgets the address too (D-635)', async () => {
  const ada = await givenContact('ada@example.com');
  const ready = await drafts([mailTo(ada)]);
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

  const deletion = await ctx.transaction(async (tx) => {
    await acceptStepMails(tx, ready);
    const reply = api.delete(`/contacts/${ada.id}`);
    await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), { timeout: 30_000 });
    return { reply };
  });

  expect((await deletion.reply).status).toBe(204);
  expect(await emails('recipient, status')).toEqual([{ recipient: null, status: 'CANCELLED' }]);
});

test('a custom recipient gets the values of the contact; marketing goes only to one that is a subscribed contact (D-912, D-510)', async () => {
  const ada = await givenContact('ada@example.com', { data: { name: 'Ada' } });
  const boss = await givenContact('boss@example.com');
  const stranger = { recipient: { email: 'sales@example.org', contactId: null } };
  const known = { recipient: { email: boss.email, contactId: boss.id as ContactId } };
  const marketing: StepText = { ...text, type: 'MARKETING' };

  expect(await accept([mailTo(ada, stranger)])).toEqual(['QUEUED']);
  expect(await accept([mailTo(ada, stranger), mailTo(ada, known)], marketing)).toEqual(['UNSUBSCRIBED', 'QUEUED']);

  expect(await emails('recipient, contact_id, subject')).toEqual([
    { recipient: 'boss@example.com', contact_id: boss.id, subject: 'Hi Ada' },
    { recipient: 'sales@example.org', contact_id: null, subject: 'Hi Ada' },
    { recipient: 'sales@example.org', contact_id: null, subject: 'Hi Ada' },
  ]);
});

test('a text that cannot be rendered fails its own mail and is never substituted plainly (D-912)', async () => {
  const [ada, bob] = [
    await givenContact('ada@example.com', { data: { n: 300_000 } }),
    await givenContact('bob@example.com', { data: { n: 2 } }),
  ];
  const body = '<p>{% for i in (1..n) %}{{ i }}{% endfor %}</p>';

  const rendered = await renderStepMails(ctx, { ...text, body }, [mailTo(ada), mailTo(bob)]);

  expect(rendered.map(({ kind }) => kind)).toEqual(['failed', 'rendered']);
});

test('of the mails that follow from the public key a recipient gets ten in an hour, whatever made them (D-408)', async () => {
  const [ada, bob] = [await givenContact('ada@example.com'), await givenContact('bob@example.com')];
  const byVisitor = (contact: StepMail['contact'], count: number) =>
    Array.from({ length: count }, (_, depth) => mailTo(contact, { isPublic: true, depth }));

  expect(await accept(byVisitor(ada, 4))).toEqual(Array(4).fill('QUEUED'));
  expect(await accept([...byVisitor(ada, 8), mailTo(ada), ...byVisitor(bob, 1)])).toEqual([
    ...Array(6).fill('QUEUED'),
    ...Array(2).fill('RECIPIENT_LIMIT'),
    ...Array(2).fill('QUEUED'),
  ]);
  expect(await accept(byVisitor(ada, 1))).toEqual(['RECIPIENT_LIMIT']);

  const events = `select depth, is_public, data from events where project_id = $1 and name = 'email.suppressed' order by depth`;
  expect((await client.query(events, [ctx.projectId])).rows).toEqual(
    [0, 6, 7].map((depth) => ({ depth, is_public: true, data: { reason: 'RECIPIENT_LIMIT' } })),
  );
  const lastHour = `update rate_limits set resets_at = now() - interval '1 second' where key like 'public-mails:' || $1 || ':%'`;
  await client.query(lastHour, [ctx.projectId]);
  expect(await accept(byVisitor(ada, 1))).toEqual(['QUEUED']);
});

test('transactions at the same time do not let more than ten through, and what is rolled back is not counted (D-408)', async () => {
  const [ada, bob] = [await givenContact('ada@example.com'), await givenContact('bob@example.com')];
  const batch = () => [ada, bob, ada, bob].map((contact) => mailTo(contact, { isPublic: true }));
  const ready = await Promise.all(Array.from({ length: 8 }, () => drafts(batch())));
  const undone = ctx.transaction(async (tx) => {
    await acceptStepMails(tx, await drafts(batch()));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');

  await Promise.all(ready.map((some) => ctx.transaction((tx) => acceptStepMails(tx, some))));

  const sent = `select recipient, count(*)::int from emails where project_id = $1 and status = 'QUEUED' group by 1 order by 1`;
  expect((await client.query(sent, [ctx.projectId])).rows).toEqual([
    { recipient: 'ada@example.com', count: 10 },
    { recipient: 'bob@example.com', count: 10 },
  ]);
});

test('a mail that would not be sent anyway does not count, nor does a repeat by hand (D-408, D-637)', async () => {
  const ada = await givenContact('ada@example.com', { subscribed: false });
  const byVisitor = (count: number) => Array.from({ length: count }, () => mailTo(ada, { isPublic: true }));

  expect(await accept(byVisitor(12), { ...text, type: 'MARKETING' })).toEqual(Array(12).fill('UNSUBSCRIBED'));
  expect(await accept(byVisitor(10))).toEqual(Array(10).fill('QUEUED'));
  const { body } = await api.get('/emails?status=QUEUED&limit=1');
  const resent = await api.post(`/emails/${body.data[0].id}/resend`, {});

  expect(resent.body).toMatchObject({ status: 'QUEUED', resentFrom: body.data[0].id, workflowId: null });
  const text1 = 'select depth, is_public from emails where id = $1';
  expect((await client.query(text1, [resent.body.id])).rows).toEqual([{ depth: 0, is_public: false }]);
});
