import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '#testing';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';

let yard: DeliveryYard;
let client: Client;

beforeEach(async () => {
  yard = await deliveryYard();
  client = yard.app.as(yard.project.secretKey);
  await yard.client.query("update projects set mode = 'live'");
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

test('a mail is shown on its way: QUEUED, then SENT with its attempts and its history', async () => {
  const { email } = await send();
  expect(await read(email)).toMatchObject({ status: 'QUEUED', attempts: 0, nextAttemptAt: null, holdReason: null });

  yard.work();
  await yard.idle();
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

test('a refused mail waits and says until when; a held one says why', async () => {
  yard.relay.script = { rcpt: '451 4.2.0 later' };
  const { email } = await send();
  yard.work();
  await yard.until(email, ({ delivery }) => expect(delivery.attempt).toBe(1));
  const waiting = await read(email);
  expect(waiting).toMatchObject({
    status: 'QUEUED',
    attempts: 1,
    attemptLog: [{ outcome: 'DEFERRED', smtpCode: 451 }],
  });
  expect(Date.parse(waiting.nextAttemptAt)).toBeGreaterThan(Date.now());

  await yard.client.query('update projects set paused_at = now()');
  await yard.due(email);
  await yard.until(email, ({ delivery }) => expect(delivery.hold_reason).toBe('PROJECT_PAUSED'));
  expect(await read(email)).toMatchObject({ status: 'QUEUED', holdReason: 'PROJECT_PAUSED', nextAttemptAt: null });
});

test('the list is paged, newest first, and every filter holds', async () => {
  const sent = [];
  for (const to of ['ann@example.com', 'bob@example.com', 'cem@example.com'])
    sent.unshift(await send({ to, subject: `For ${to}` }));
  const ids = sent.map(({ email }) => email);
  const list = async (query: string) => (await client.get(`/emails?${query}`)).body;
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id);

  const first = await list('limit=2');
  expect(first).toMatchObject({ total: 3, hasMore: true, data: [{ id: ids[0] }, { id: ids[1] }] });
  expect(await list(`limit=2&cursor=${first.cursor}`)).toMatchObject({
    total: 0,
    hasMore: false,
    data: [{ id: ids[2] }],
  });
  expect(await idsOf('recipient=Bob@example.com')).toEqual([ids[1]]);
  expect(await idsOf('search=FOR%20CEM')).toEqual([ids[0]]);
  expect(await idsOf('search=%25')).toEqual([]);
  expect(await idsOf(`contactId=${sent[2]?.contact.id}`)).toEqual([ids[2]]);
  expect(await idsOf('contactId=x')).toEqual([]);
  expect(await idsOf('type=MARKETING,HEADLESS')).toEqual([]);
  expect(await idsOf('sourceType=TRANSACTIONAL&test=false')).toEqual(ids);
  const { requestId } = await read(ids[1] ?? '');
  expect(await idsOf(`requestId=${requestId}`)).toEqual([ids[1]]);
  expect(await idsOf(`requestId=${randomUUID()}`)).toEqual([]);
  expect(await idsOf('endDate=2020-01-01')).toEqual([]);
  expect((await client.get('/emails?status=GONE')).body.error).toMatchObject({ code: 'BAD_REQUEST' });
});

test('a template counts the mails it was sent with, and a deleted one is named no more', async () => {
  const template = (await client.post('/templates', { name: 'T', subject: 's', body: 'b', type: 'TRANSACTIONAL' })).body
    .id;
  const { email } = await send({ template });
  expect(await read(email)).toMatchObject({ templateId: template });
  yard.work();
  await yard.idle();
  expect((await client.get(`/templates/${template}/usage`)).body.emailsSent).toBe(1);

  expect((await client.delete(`/templates/${template}`)).status).toBe(204);
  expect(await read(email)).toMatchObject({ templateId: null, subject: 'Hi' });
});

test('D-635 a deleted contact takes its waiting mail and its content along; the rest of the record stays', async () => {
  const done = await send();
  yard.work();
  await yard.idle();
  await yard.client.query('update projects set paused_at = now()');
  const waiting = await send();
  expect((await client.delete(`/contacts/${done.contact.id}`)).status).toBe(204);

  const gone = { to: null, toName: null, contactId: null, subject: null, body: null, text: null, bodyExpired: true };
  expect(await read(waiting.email)).toMatchObject({ ...gone, status: 'CANCELLED', reason: 'CONTACT_DELETED' });
  expect(await read(done.email)).toMatchObject({ ...gone, status: 'SENT', variables: {} });
  expect((await yard.client.query('select from deliveries')).rowCount).toBe(0);
});

test.each([
  ['is taken', '250 2.0.0 Ok', 'SENT'],
  ['is refused', '554 5.7.1 No', 'FAILED'],
])(
  'D-635 a mail that leaves while its contact is deleted keeps its content until it %s, and no longer',
  async (_name, dot, status) => {
    yard.relay.script = { dot: { afterMs: 1_500, reply: dot } };
    const leaving = await send();
    const spools = yard.work();
    await yard.until(leaving.email, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
    expect((await client.delete(`/contacts/${leaving.contact.id}`)).status).toBe(204);
    const contents = () => yard.client.query('select from email_contents where id = $1', [leaving.email]);
    expect((await contents()).rowCount).toBe(1);

    await yard.idle();
    await spools.stop();

    expect(await read(leaving.email)).toMatchObject({ status, to: null, body: null, bodyExpired: true });
    expect((await contents()).rowCount).toBe(0);
  },
);

test('D-635 the content goes as well when a notice was faster than the result', async () => {
  yard.relay.script = { dot: { afterMs: 1_500, reply: '250 2.0.0 Ok' } };
  const leaving = await send();
  const spools = yard.work();
  await yard.until(leaving.email, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
  expect((await client.delete(`/contacts/${leaving.contact.id}`)).status).toBe(204);
  await yard.client.query('delete from deliveries where id = $1', [leaving.email]); // as a notice settles it

  await spools.stop();

  expect((await yard.client.query('select from email_contents')).rowCount).toBe(0);
});

test('D-714 mail from a removed domain fails at once', async () => {
  await yard.client.query('update projects set paused_at = now()');
  const { email } = await send();
  yard.work();
  await yard.until(email, ({ delivery }) => expect(delivery.hold_reason).toBe('PROJECT_PAUSED'));
  const { rows } = await yard.client.query('select id from domains');
  expect(await client.delete(`/domains/${rows[0].id}`)).toMatchObject({ status: 204 });

  await yard.until(email, ({ email: row }) => expect(row.status).toBe('FAILED'));
  expect(await read(email)).toMatchObject({ reason: 'DOMAIN_REMOVED', timeline: [{ type: 'email.failed' }] });
});

test('D-637 a mail is sent again from its stored content, to the same or another recipient', async () => {
  const file = { filename: 'a.txt', content: 'aGVsbG8=', contentType: 'text/plain' };
  const { email } = await send({ data: { name: 'Ann' }, attachments: [file] });
  const again = await client.post(`/emails/${email}/resend`, {});
  expect(again).toMatchObject({ status: 201, body: { resentFrom: email, to: 'ann@example.com', status: 'QUEUED' } });
  const other = await client.post(`/emails/${email}/resend`, { to: 'New@example.com' });
  expect(other).toMatchObject({ status: 201, body: { to: 'new@example.com', resentFrom: email } });
  expect(await read(other.body.id)).toMatchObject({ body: mail.body, attachments: [{ filename: 'a.txt' }] });
  yard.work();
  await yard.idle();
  expect(yard.relay.received).toHaveLength(3);

  await yard.client.query('delete from email_attachments');
  expect((await client.post(`/emails/${email}/resend`, {})).body.error.code).toBe('EMAIL_BODY_EXPIRED');
  expect((await client.post(`/emails/${randomUUID()}/resend`, {})).status).toBe(404);
});

test('the total of a list is exact up to 10,000 and goes no further', async () => {
  const { id, secretKey } = await yard.app.given.project();
  await yard.client.query(
    `insert into emails (project_id, id, status, recipient, from_email, subject, type, source_type, is_test, created_at, updated_at)
     select $1, gen_random_uuid(), 'SENT', 'ann@example.com', 'hello@postrider.test', 'No ' || n, 'TRANSACTIONAL',
            'TRANSACTIONAL', true, now(), now() from generate_series(1, 10050) n`,
    [id],
  );

  expect((await yard.app.as(secretKey).get('/emails?limit=1')).body).toMatchObject({ total: 10_000, hasMore: true });
  expect((await yard.app.as(secretKey).get('/emails?limit=1&search=No 1004')).body.total).toBe(11);
});
