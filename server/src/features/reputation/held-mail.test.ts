import { expect, test, vi } from 'vitest';
import { applyNotices, type EmailId, type Notice } from '#features/emails';
import { projectContext } from '#platform/context';
import { deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';

const at = new Date();
const bounceOf = (emailId: string): Notice => ({
  emailId: emailId as EmailId, // an email that was given
  kind: 'bounce',
  at,
  bounceType: 'Permanent',
  isAboutAddress: true,
  diagnostic: '550 5.1.1 Nobody',
});

test('mail is held from the pause on, stays whole, and leaves once the pause is lifted (F27, I8, D-1131, D-1134)', async () => {
  const setup = await deliverySetup();
  const { app, client, project, relay } = setup;
  await client.query(`update projects set created_at = now() - interval '60 days'`);
  const ctx = projectContext(app.app.services, project.id);
  const worker = setup.work();
  const sent = await setup.mails(200);
  await setup.idle();

  await ctx.transaction((tx) => applyNotices(tx, sent.slice(0, 12).map(bounceOf)));
  await app.settle();
  const paused = await project.owner.client.get(`/projects/${project.id}/security`);
  const contactId = await givenContact(client, project.id, 'eve@example.com');
  const marketing = await setup.mails(5, { type: 'MARKETING', contactId, recipient: 'eve@example.com' });
  const [receipt = ''] = await setup.mails(1, { recipient: 'bob@example.com' });
  await setup.until(receipt, ({ email }) => expect(email.status).toBe('SENT'));
  for (const id of marketing) {
    await setup.until(id, ({ delivery }) => expect(delivery.hold_reason).toBe('MARKETING_PAUSED'));
  }
  const before = relay.received.length;
  const resumed = await project.owner.client.post(`/projects/${project.id}/resume`, {
    scope: 'MARKETING',
    acknowledge: true,
  });
  await app.settle();
  await setup.idle();
  await worker.stop();

  expect(paused.body).toMatchObject({
    status: { sevenDay: { total: 200, bounces: 12, bounceRate: 6 }, isHealthy: false, shouldDisable: false },
    paused: { all: null, marketing: expect.any(String) },
  });
  expect(resumed.status).toBe(200);
  expect(resumed.body).toMatchObject({
    status: {
      ...{ twentyFourHour: { total: 0, bounces: 0 }, sevenDay: { total: 0, bounces: 0 } },
      ...{ allTime: { total: 0, bounces: 0 }, isHealthy: true },
    },
    paused: { all: null, marketing: null },
    suspensions: [{ scope: 'MARKETING', cause: 'BOUNCE_RATE', value: 6, endedBy: project.owner.email }],
  });
  await vi.waitFor(() => expect(relay.received.length).toBe(before + 5), { timeout: 10_000 });
  for (const id of marketing) {
    const { email, attempts } = await setup.stateOf(id);
    expect(email.status).toBe('SENT');
    expect(attempts).toHaveLength(1);
    expect(attempts[0].committing_at.toISOString() > resumed.body.suspensions[0].endedAt).toBe(true);
  }
});

test('refusals about the address count as bounces, other refusals and mail to the sandbox do not (D-1131)', async () => {
  const setup = await deliverySetup();
  const { project, relay } = setup;
  const refuse = async (reply: string | null, recipient: string) => {
    relay.script = reply === null ? {} : { rcpt: reply };
    await setup.mails(1, { recipient });
    const worker = setup.work();
    await setup.idle();
    await worker.stop();
  };
  await refuse(null, 'ann@example.com');
  await refuse('550 5.1.1 Nobody', 'bob@example.com');
  await refuse('550 5.7.1 Policy', 'eve@example.com');
  const toSandbox = { to: 'delivered@postrider.test', from: 'a@acme.example', subject: 'Hello', body: 'Hello' };
  await setup.client.query(`update projects set mode = 'live'`);
  expect((await setup.app.as(project.secretKey).post('/v1/send', toSandbox)).status).toBe(200);
  setup.work();
  await setup.idle();

  const { body } = await project.owner.client.get(`/projects/${project.id}/security`);

  expect(body.status.twentyFourHour).toMatchObject({ total: 1, bounces: 1, complaints: 0 });
});

test('mail of a project that an administrator disabled is held, and leaves once it is enabled (D-1124)', async () => {
  const setup = await deliverySetup();
  const { app, client, project, relay } = setup;
  const root = await app.given.user();
  await client.query('update users set is_instance_admin = true where id = $1', [root.id]);
  const worker = setup.work();

  await root.client.post(`/projects/${project.id}/disable`, { reason: 'PHISHING_DETECTED' });
  const [id = ''] = await setup.mails(1, { recipient: 'bob@example.com' });
  await setup.until(id, ({ delivery }) => expect(delivery.hold_reason).toBe('PROJECT_DISABLED'));
  expect(relay.received).toHaveLength(0);
  const enabled = await root.client.post(`/projects/${project.id}/enable`);
  await app.settle();
  await setup.until(id, ({ email }) => expect(email.status).toBe('SENT'));
  await worker.stop();

  expect(enabled.body).toEqual({ disabled: false, disabledReason: null });
  expect(relay.received).toHaveLength(1);
});
