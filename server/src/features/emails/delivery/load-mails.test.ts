import { expect, test } from 'vitest';
import { type ProjectId, projectContext } from '#platform/context';
import { deliverySetup } from '#testing/delivery-setup';
import { loadMails } from './load-mails.ts';
import type { Mail } from './mail.ts';

test('a loaded mail has the declared keys and no others', async () => {
  const { app, mails, project } = await deliverySetup();
  const [id = ''] = await mails(1, { recipient: 'ada@example.com', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' });

  const ctx = projectContext(app.app.services, project.id as ProjectId); // the setup's own project
  const mail = (await ctx.read((reader) => loadMails(reader, [id]))).get(id);

  expect(mail).toStrictEqual({
    id,
    type: 'TRANSACTIONAL',
    sourceType: 'TRANSACTIONAL',
    status: 'QUEUED',
    isTest: false,
    contactId: null,
    templateId: null,
    campaignId: null,
    workflowId: null,
    executionId: null,
    recipient: 'ada@example.com',
    recipientName: 'Ada Lovelace',
    senderDomain: 'acme.example',
    fromEmail: 'hello@acme.example',
    fromName: 'Acme',
    replyTo: null,
    subject: 'Hello',
    createdAt: expect.any(Date),
    content: {
      html: '<p>Hi</p>',
      text: 'Hi',
      headers: {},
      attachments: [],
      unsubscribeUrl: null,
      tracksOpens: false,
      tracksClicks: false,
    },
    trackingHost: null,
    delivery: { phase: null, attempt: 0, committingAt: null, bootId: null, expiresAt: expect.any(Date), repeats: 0 },
    project: {
      handle: expect.any(String),
      sendRate: null,
      resendsTransactionalOnDoubt: true,
      resendsMarketingOnDoubt: false,
    },
    facts: {
      type: 'TRANSACTIONAL',
      isExpired: false,
      project: { isDeleted: false, isDisabled: false, isPaused: false, isMarketingPaused: false },
      domain: 'verified',
      suppression: null,
      instanceSuppression: null,
      contact: 'none',
      stops: [],
    },
  } satisfies Record<keyof Mail, unknown>);
});
