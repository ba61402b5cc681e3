import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type ProjectId, projectContext } from '#platform/context';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { loadMails } from './load-mails.ts';
import type { Mail } from './mail.ts';
import { mayLeave } from './may-leave.ts';

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
    depth: 0,
    isPublic: false,
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
    shared: null,
    trackingHost: null,
    delivery: { phase: null, attempt: 0, committingAt: null, bootId: null, expiresAt: expect.any(Date), repeats: 0 },
    project: {
      handle: expect.any(String),
      sendRate: null,
      resendsTransactionalOnDoubt: true,
      resendsMarketingOnDoubt: false,
    },
    providerId: null,
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

test('a plan that was made for one mail does not read all mails soon after there are many', async () => {
  const { app, mails, project, rows } = await deliverySetup();
  const ctx = projectContext(app.app.services, project.id as ProjectId); // the setup's own project
  const load = (id: string) => ctx.read((reader) => loadMails(reader, [id]));
  const [first = ''] = await mails(1);
  for (let time = 0; time < 20; time += 1) await load(first); // PostgreSQL keeps the plan from the sixth on
  const ids = await mails(5_000);

  await vi.waitFor(
    async () => {
      const before = await rowsRead(rows);
      for (const id of ids.slice(0, 10)) await load(id);
      await delay(1_100); // a connection reports what it has read once a second
      for (const id of ids.slice(0, 10)) await load(id);
      const read = (await rowsRead(rows)) - before;
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(1_000);
    },
    { timeout: 30_000 },
  );
}, 60_000);

async function rowsRead(rows: DeliverySetup['rows']): Promise<number> {
  const [sum] = await rows(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables
      where relname ~ '^(emails|deliveries|email_contents)'`,
  );
  return sum?.read ?? 0;
}

test('mail of a project whose data is being erased is closed, not sent (D-1152)', async () => {
  const { app, mails, project, rows } = await deliverySetup();
  const [id = ''] = await mails(1, { recipient: 'ada@example.com', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' });
  const ctx = projectContext(app.app.services, project.id as ProjectId); // the setup's own project
  await rows('update projects set wipe_began_at = now() where id = $1', [project.id]);

  const facts = (await ctx.read((reader) => loadMails(reader, [id]))).get(id)?.facts;

  expect(facts && mayLeave(facts)).toEqual({
    kind: 'close',
    closure: { status: 'CANCELLED', reason: 'PROJECT_DELETED' },
  });
});
