import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '#testing';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { heldReply } from '#testing/scripted-smtp';

let setup: DeliverySetup;
let client: Client;

beforeEach(async () => {
  setup = await deliverySetup();
  client = setup.app.as(setup.project.secretKey);
  await setup.client.query("update projects set mode = 'live'");
});

const mail = {
  to: 'ann@example.com',
  subject: 'Hi',
  body: '<p>Hi <a href="https://acme.example/x">x</a></p>',
  from: 'a@acme.example',
};
const send = async (fields: object = {}): Promise<{ email: string; contact: { id: string } }> => {
  const reply = await client.post('/v1/send', { ...mail, ...fields });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data.emails[0];
};
const read = async (id: string) => (await client.get(`/emails/${id}`)).body;

test('a mail is shown as QUEUED, then as SENT with its attempts and its history', async () => {
  const { email } = await send();
  expect(await read(email)).toMatchObject({ status: 'QUEUED', attempts: 0, nextAttemptAt: null, holdReason: null });

  setup.work();
  await setup.idle();
  const shown = await read(email);
  expect(shown).toMatchObject({
    status: 'SENT',
    attempts: 1,
    test: false,
    attemptLog: [{ attempt: 1, outcome: 'ACCEPTED', smtpCode: 250 }],
    timeline: [{ type: 'email.sent', data: { emailId: email, sentAt: shown.sentAt } }],
  });
  expect((await client.get('/emails?status=SENT')).body).toMatchObject({ total: 1, data: [{ id: email }] });
  expect((await client.get('/emails?status=QUEUED,SENDING')).body).toMatchObject({ total: 0, data: [] });
});

test('a deferred mail shows its next attempt; a held one shows the reason (D-630)', async () => {
  setup.relay.script = { rcpt: '451 4.2.0 later' };
  const { email } = await send();
  setup.work();
  await setup.until(email, ({ delivery }) => expect(delivery.attempt).toBe(1));
  const waiting = await read(email);
  expect(waiting).toMatchObject({
    status: 'QUEUED',
    attempts: 1,
    attemptLog: [{ outcome: 'DEFERRED', smtpCode: 451 }],
  });
  expect(Date.parse(waiting.nextAttemptAt)).toBeGreaterThan(Date.now());

  await setup.client.query('update projects set paused_at = now()');
  await setup.due(email);
  await setup.until(email, ({ delivery }) => expect(delivery.hold_reason).toBe('PROJECT_PAUSED'));
  expect(await read(email)).toMatchObject({ status: 'QUEUED', holdReason: 'PROJECT_PAUSED', nextAttemptAt: null });
});

test('a template counts the mails sent with it, and a deleted one is no longer named (D-508, D-630)', async () => {
  const template = (await client.post('/templates', { name: 'T', subject: 's', body: 'b', type: 'TRANSACTIONAL' })).body
    .id;
  const { email } = await send({ template });
  expect(await read(email)).toMatchObject({ templateId: template });
  setup.work();
  await setup.idle();
  expect((await client.get(`/templates/${template}/usage`)).body.emailsSent).toBe(1);

  expect((await client.delete(`/templates/${template}`)).status).toBe(204);
  expect(await read(email)).toMatchObject({ templateId: null, subject: 'Hi' });
});

test('deleting a contact cancels its waiting mail and deletes the content; the rest of the record stays (D-635, D-217, D-630)', async () => {
  const done = await send();
  setup.work();
  await setup.idle();
  await setup.client.query('update projects set paused_at = now()');
  const waiting = await send();
  expect((await client.delete(`/contacts/${done.contact.id}`)).status).toBe(204);

  const gone = { to: null, toName: null, contactId: null, subject: null, body: null, text: null, bodyExpired: true };
  expect(await read(waiting.email)).toMatchObject({ ...gone, status: 'CANCELLED', reason: 'CONTACT_DELETED' });
  expect(await read(done.email)).toMatchObject({ ...gone, status: 'SENT', variables: {} });
  expect((await setup.client.query('select from deliveries')).rowCount).toBe(0);
});

test.each([
  ['is taken', '250 2.0.0 Ok', 'SENT'],
  ['is refused', '554 5.7.1 No', 'FAILED'],
])(
  'a mail that is handed over while its contact is deleted keeps its content until it %s, and no longer (D-635)',
  async (_name, dot, status) => {
    const answer = heldReply(dot);
    setup.relay.script = { dot: answer.act };
    const leaving = await send();
    const spools = setup.work();
    await setup.until(leaving.email, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
    expect((await client.delete(`/contacts/${leaving.contact.id}`)).status).toBe(204);
    const contents = () => setup.client.query('select from email_contents where id = $1', [leaving.email]);
    expect((await contents()).rowCount).toBe(1);

    answer.release();
    await setup.idle();
    await spools.stop();

    expect(await read(leaving.email)).toMatchObject({ status, to: null, body: null, bodyExpired: true });
    expect((await contents()).rowCount).toBe(0);
  },
);

test('the content is deleted as well when a notice comes before the result (D-635)', async () => {
  const answer = heldReply('250 2.0.0 Ok');
  setup.relay.script = { dot: answer.act };
  const leaving = await send();
  const spools = setup.work();
  await setup.until(leaving.email, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
  expect((await client.delete(`/contacts/${leaving.contact.id}`)).status).toBe(204);
  await setup.client.query('delete from deliveries where id = $1', [leaving.email]); // as a notice does

  answer.release();
  await spools.stop();

  expect((await setup.client.query('select from email_contents')).rowCount).toBe(0);
});

test('mail from a removed domain fails at once (D-714)', async () => {
  await setup.client.query('update projects set paused_at = now()');
  const { email } = await send();
  setup.work();
  await setup.until(email, ({ delivery }) => expect(delivery.hold_reason).toBe('PROJECT_PAUSED'));
  const { rows } = await setup.client.query('select id from domains');
  expect(await client.delete(`/domains/${rows[0].id}`)).toMatchObject({ status: 204 });

  await setup.until(email, ({ email: row }) => expect(row.status).toBe('FAILED'));
  expect(await read(email)).toMatchObject({ reason: 'DOMAIN_REMOVED', timeline: [{ type: 'email.failed' }] });
});

test('a mail is resent from its stored content, to the same or another recipient (D-637)', async () => {
  const file = { filename: 'a.txt', content: 'aGVsbG8=', contentType: 'text/plain' };
  const { email } = await send({ data: { name: 'Ann' }, attachments: [file] });
  const again = await client.post(`/emails/${email}/resend`, {});
  expect(again).toMatchObject({ status: 201, body: { resentFrom: email, to: 'ann@example.com', status: 'QUEUED' } });
  const other = await client.post(`/emails/${email}/resend`, { to: 'New@example.com' });
  expect(other).toMatchObject({ status: 201, body: { to: 'new@example.com', resentFrom: email } });
  expect(await read(other.body.id)).toMatchObject({ body: mail.body, attachments: [{ filename: 'a.txt' }] });
  setup.work();
  await setup.idle();
  expect(setup.relay.received).toHaveLength(3);

  await setup.client.query('delete from email_attachments');
  expect((await client.post(`/emails/${email}/resend`, {})).body.error.code).toBe('EMAIL_BODY_EXPIRED');
  expect((await client.post(`/emails/${randomUUID()}/resend`, {})).status).toBe(404);
});

test('the total of a list is exact, and with a filter up to 10,000 (D-125)', async () => {
  const { id, secretKey } = await setup.app.given.project();
  await setup.client.query(
    `insert into emails (project_id, id, status, recipient, from_email, subject, type, source_type, is_test, created_at, updated_at)
     select $1, gen_random_uuid(), 'SENT', 'ann@example.com', 'hello@postrider.test', 'No ' || n, 'TRANSACTIONAL',
            'TRANSACTIONAL', true, now(), now() from generate_series(1, 10050) n`,
    [id],
  );

  expect((await setup.app.as(secretKey).get('/emails?limit=1')).body).toMatchObject({ total: 10_050, hasMore: true });
  expect((await setup.app.as(secretKey).get('/emails?limit=1&status=SENT')).body.total).toBe(10_000);
  expect((await setup.app.as(secretKey).get('/emails?limit=1&search=No 1004')).body.total).toBe(11);
});
