import { randomUUIDv7 } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { projectContext } from '#platform/context';
import { deliverySetup } from '#testing/delivery-setup';
import { givenContact, givenSender } from '#testing/given-mail';
import { heldReply } from '#testing/scripted-smtp';
import { acceptedSteps, renderedSteps, stepMailTo, stepText } from '#testing/step-mail';
import { releaseHeldMail } from './schedules.ts';
import { endStop, stopMail } from './stop-mail.ts';

test('mail of a disabled or paused project is held, never failed, and resumes (C10, D-601, D-630, D-1134)', async () => {
  const setup = await deliverySetup();
  const contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  const set = (change: string) => setup.client.query(`update projects set ${change} where id = $1`, [setup.project.id]);
  const resume = async () => {
    const { rows } = await setup.client.query(`select * from projects_with_released_mail('postrider.test', 10)`);
    expect(rows).toEqual([{ project_id: setup.project.id }]);
    await releaseHeldMail.run(projectContext(setup.app.app.services, setup.project.id), {});
  };
  setup.work();
  const holds = [
    [`disabled_reason = 'MANUAL'`, 'disabled_reason = null', 'PROJECT_DISABLED'],
    ['paused_at = now()', 'paused_at = null', 'PROJECT_PAUSED'],
    ['marketing_paused_at = now()', 'marketing_paused_at = null', 'MARKETING_PAUSED'],
  ] as const;
  for (const [hold, lift, reason] of holds) {
    await set(hold);
    const [id = ''] = await setup.mails(1, { type: 'MARKETING', contactId });
    await setup.until(id, ({ delivery }) =>
      expect(delivery).toMatchObject({ hold_reason: reason, attempt: 0, fence: null }),
    );
    expect(await setup.stateOf(id)).toMatchObject({ email: { status: 'QUEUED' }, attempts: [] });
    const { rowCount } = await setup.client.query(`select from projects_with_released_mail('postrider.test', 10)`);
    expect(rowCount).toBe(0);

    await set(lift);
    await resume();
    await setup.until(id, ({ email }) => expect(email).toMatchObject({ status: 'SENT' }));
  }
  expect(setup.relay.received).toHaveLength(3);
});

test('a stopped campaign holds its own mail alone, at the gate too, and goes on when the stop ends', async () => {
  const setup = await deliverySetup();
  const contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  const stop = { sourceId: randomUUIDv7(), reason: 'CAMPAIGN_PAUSED' } as const;
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const answer = heldReply('354 go on');
  setup.relay.script = { data: answer.act };
  const [stopped = '', other = ''] = await setup.mails(2, (index) => ({
    type: 'MARKETING',
    contactId,
    campaignId: index === 0 ? stop.sourceId : randomUUIDv7(),
  }));
  setup.work();
  await vi.waitFor(() => expect(setup.relay.commands).toContain('DATA'), { timeout: 10_000 });
  await ctx.transaction((tx) => stopMail(tx, stop));
  answer.release();

  await setup.until(other, ({ email }) => expect(email).toMatchObject({ status: 'SENT' }));
  await setup.until(stopped, ({ delivery }) =>
    expect(delivery).toMatchObject({ hold_reason: stop.reason, attempt: 0 }),
  );
  await ctx.transaction(async (tx) => {
    await stopMail(tx, stop);
    await endStop(tx, stop);
  });
  await releaseHeldMail.run(ctx, {});
  await setup.until(stopped, ({ email }) => expect(email).toMatchObject({ status: 'SENT' }));
  expect(setup.relay.received).toHaveLength(2);
});

test('a stopped workflow holds its own mail alone, at the gate too, and goes on when the stop ends', async () => {
  const setup = await deliverySetup();
  const ada = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  await setup.client.query(`update projects set mode = 'live' where id = $1`, [setup.project.id]);
  const stop = { sourceId: randomUUIDv7(), reason: 'WORKFLOW_PAUSED' } as const;
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const contact = { id: ada, email: 'ada@example.com', data: {} };
  const drafts = await renderedSteps(
    ctx,
    stepText({ type: 'MARKETING', fromEmail: 'hello@acme.example' }),
    [stop.sourceId, randomUUIDv7(), stop.sourceId].map((workflowId) => stepMailTo(contact, { workflowId })),
  );
  const [stopped, other, later] = drafts.map(({ id }) => id as string);
  const answer = heldReply('354 go on');
  setup.relay.script = { data: answer.act };
  await acceptedSteps(ctx, drafts.slice(0, 2));
  setup.work();
  await vi.waitFor(() => expect(setup.relay.commands.filter((line) => line === 'DATA')).toHaveLength(2), {
    timeout: 10_000,
  });
  await ctx.transaction((tx) => stopMail(tx, stop));
  answer.release();

  await setup.until(other ?? '', ({ email }) => expect(email).toMatchObject({ status: 'SENT' }));
  await acceptedSteps(ctx, drafts.slice(2));
  for (const id of [stopped, later]) {
    await setup.until(id ?? '', ({ delivery }) =>
      expect(delivery).toMatchObject({ hold_reason: stop.reason, source_id: stop.sourceId, attempt: 0 }),
    );
  }
  expect((await setup.app.as(setup.project.secretKey).get(`/emails/${stopped}`)).body).toMatchObject({
    status: 'QUEUED',
    holdReason: 'WORKFLOW_PAUSED',
  });
  expect(setup.relay.received).toHaveLength(1);
  await ctx.transaction((tx) => endStop(tx, stop));
  await releaseHeldMail.run(ctx, {});
  await setup.idle();
  expect(setup.relay.received).toHaveLength(3);
});

test('mail of a domain that is no longer verified is held; of one that is gone, failed (D-710, D-714)', async () => {
  const setup = await deliverySetup();
  await givenSender(setup.client, setup.project.id, 'pending.example', { status: 'pending' });
  const [held = '', failed = ''] = await setup.mails(2, (index) => ({
    domain: index === 0 ? 'pending.example' : 'gone.example',
  }));
  setup.work();

  await setup.until(held, ({ delivery }) => expect(delivery).toMatchObject({ hold_reason: 'DOMAIN_NOT_VERIFIED' }));
  await setup.until(failed, ({ email }) => expect(email).toMatchObject({ status: 'FAILED', reason: 'DOMAIN_REMOVED' }));
});

test('an unsubscribe that comes while the message is at the relay keeps the dot back (I5, P11, D-621)', async () => {
  const setup = await deliverySetup();
  const contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  const answer = heldReply('354 go on');
  setup.relay.script = { data: answer.act };
  const [id = ''] = await setup.mails(1, { type: 'MARKETING', contactId });
  setup.work();

  await vi.waitFor(() => expect(setup.relay.commands).toContain('DATA'), { timeout: 10_000 });
  await setup.client.query('update contacts set subscribed = false where id = $1', [contactId]);
  answer.release();
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({
    status: 'SUPPRESSED',
    reason: 'UNSUBSCRIBED',
    sent_at: null,
  });
  expect(setup.relay.received).toEqual([]);
  const { rows } = await setup.client.query('select name, data from events where contact_id = $1', [contactId]);
  expect(rows).toMatchObject([{ name: 'email.suppressed', data: { reason: 'UNSUBSCRIBED' } }]);
});

test('a complaint about marketing stops marketing and lets a password reset through (M13)', async () => {
  const setup = await deliverySetup();
  const contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  await setup.client.query(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     values ($1, gen_random_uuid(), 'ada@example.com', 'COMPLAINT', 'MARKETING', now())`,
    [setup.project.id],
  );
  const [reset = '', news = ''] = await setup.mails(2, (index) => ({
    type: index === 0 ? 'TRANSACTIONAL' : 'MARKETING',
    contactId,
  }));
  setup.work();
  await setup.idle();

  expect((await setup.stateOf(reset)).email.status).toBe('SENT');
  expect((await setup.stateOf(news)).email).toMatchObject({ status: 'SUPPRESSED', reason: 'SUPPRESSION_COMPLAINT' });
});
