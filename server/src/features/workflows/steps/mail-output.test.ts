import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptStepMails } from '#features/emails';
import { projectContext } from '#platform/context';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { renderedSteps, stepMailTo, stepText } from '#testing/step-mail';
import { mailOutput } from './mail-output.ts';

let setup: ProjectSetup;
beforeAll(async () => {
  setup = await openProjectSetup({});
});
afterAll(() => setup.close());

test('the output says what became of the mail, and when it was queued', async () => {
  const api = setup.app.as(setup.project.secretKey);
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const [ada, bob] = [
    (await api.post('/contacts', { email: 'ada@example.com' })).body,
    (await api.post('/contacts', { email: 'bob@example.com', subscribed: false })).body,
  ];
  const drafts = await renderedSteps(ctx, stepText({ type: 'MARKETING' }), [stepMailTo(ada), stepMailTo(bob)]);
  const [queued, suppressed] = await ctx.transaction((tx) => acceptStepMails(tx, drafts));
  const config = { type: 'SEND_EMAIL', templateId: '', from: null, fromName: null, replyTo: null } as const;
  const at = new Date('2026-11-14T10:00:00.000Z');

  expect(queued && mailOutput(queued, { ...config, customEmail: null }, at)).toEqual({
    emailId: queued?.mail.id,
    status: 'QUEUED',
    reason: null,
    sentAt: '2026-11-14T10:00:00.000Z',
    recipientType: 'CONTACT',
    recipientEmail: 'ada@example.com',
  });
  expect(suppressed && mailOutput(suppressed, { ...config, customEmail: '{{boss}}' }, at)).toMatchObject({
    status: 'SUPPRESSED',
    reason: 'UNSUBSCRIBED',
    sentAt: null,
    recipientType: 'CUSTOM',
    recipientEmail: 'bob@example.com',
  });
});
