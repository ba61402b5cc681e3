import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { messageProblems } from '#pure/message';
import { deliveryYard } from '#testing/delivery-yard';
import { givenContact } from '#testing/given-mail';

test('a due mail is handed over once, recorded as sent, and its delivery row goes', async () => {
  const yard = await deliveryYard();
  const contactId = await givenContact(yard.client, yard.project.id, 'ada@example.com');
  const [id = ''] = await yard.mails(1, { contactId, headers: { 'X-Order': '42' } });

  yard.work();
  await yard.idle();

  const { email, attempts } = await yard.look(id);
  expect(email).toMatchObject({ status: 'SENT', attempts: 1, sent_at: expect.any(Date), unconfirmed: false });
  expect(attempts).toMatchObject([
    {
      attempt: 1,
      outcome: 'ACCEPTED',
      smtp_code: 250,
      enhanced_code: '2.0.0',
      queue_id: 'SCRIPTED1',
      relay: `127.0.0.1:${yard.relay.port}`,
      message_id: `<${id}@acme.example>`,
      ambiguous: false,
      lane: 'transactional',
    },
  ]);
  const [received] = yard.relay.received;
  expect(yard.relay.received).toHaveLength(1);
  expect(received).toMatchObject({ to: ['ada@example.com'], from: 'hello@acme.example' });
  expect(messageProblems(received?.message ?? Buffer.alloc(0), 'ada@example.com')).toEqual([]);
  const parsed = await PostalMime.parse(received?.message ?? '');
  expect(parsed).toMatchObject({
    messageId: `<${id}@acme.example>`,
    subject: 'Hello',
    text: expect.stringContaining('Hello Ada'),
  });
  expect(parsed.headers).toContainEqual({ key: 'x-order', originalKey: expect.any(String), value: '42' });

  const { rows } = await yard.client.query('select name, email_id, data from events where contact_id = $1', [
    contactId,
  ]);
  expect(rows).toMatchObject([
    {
      name: 'email.sent',
      email_id: id,
      data: { emailId: id, recipient: 'ada@example.com', type: 'TRANSACTIONAL', test: false },
    },
  ]);
});

test('P10 a temporary refusal waits by the schedule, its attempts are logged, and it is sent later', async () => {
  const yard = await deliveryYard();
  yard.relay.script = { rcpt: '451 4.3.0 Later' };
  const [id = ''] = await yard.mails(1);
  yard.work();

  await yard.until(id, ({ delivery }) =>
    expect(delivery).toMatchObject({ attempt: 1, phase: null, fence: null, claims: 0 }),
  );
  const wait = Number((await yard.look(id)).delivery.wait);
  expect(wait).toBeGreaterThan(40);
  expect(wait).toBeLessThan(75);
  yard.relay.script = { dot: '421 4.3.2 Going down' };
  await yard.due(id);
  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ attempt: 2, phase: null }));
  expect(Number((await yard.look(id)).delivery.wait)).toBeGreaterThan(230);
  yard.relay.script = {};
  await yard.due(id);
  await yard.idle();

  const { email, attempts } = await yard.look(id);
  expect(email).toMatchObject({ status: 'SENT', attempts: 3, duplicate_possible: false });
  expect(attempts.map(({ outcome, reply }) => `${outcome} ${reply}`)).toEqual([
    'DEFERRED 451 4.3.0 Later',
    'DEFERRED 421 4.3.2 Going down',
    'ACCEPTED Ok: queued as SCRIPTED1',
  ]);
  expect(yard.relay.received).toHaveLength(1);
});

test('F13 a final refusal fails the mail once; only an address refusal suppresses and unsubscribes', async () => {
  const yard = await deliveryYard();
  const contactId = await givenContact(yard.client, yard.project.id, 'nobody@example.com');
  yard.relay.script = { rcpt: '550 5.7.515 Not authenticated' };
  const [policy = ''] = await yard.mails(1, { recipient: 'nobody@example.com', contactId });
  const worker = yard.work();
  await yard.idle();
  expect((await yard.look(policy)).email).toMatchObject({
    status: 'FAILED',
    reason: 'REJECTED',
    error: '550 5.7.515 Not authenticated',
  });
  expect((await yard.client.query('select from suppressions')).rowCount).toBe(0);

  yard.relay.script = { rcpt: '550 5.1.1 Nobody of that name' };
  const [address = ''] = await yard.mails(1, { recipient: 'nobody@example.com', contactId });
  worker.wake('emails.deliveries');
  await yard.idle();

  expect((await yard.look(address)).email).toMatchObject({ status: 'FAILED', reason: 'REJECTED' });
  const suppressions = await yard.client.query('select email, reason, blocks, email_id from suppressions');
  expect(suppressions.rows).toEqual([
    { email: 'nobody@example.com', reason: 'BOUNCE', blocks: 'ALL', email_id: address },
  ]);
  const contact = await yard.client.query('select subscribed from contacts where id = $1', [contactId]);
  expect(contact.rows).toEqual([{ subscribed: false }]);
  const events = await yard.client.query(
    'select name, data from events where contact_id = $1 order by created_at, name',
    [contactId],
  );
  expect(events.rows.map(({ name }) => String(name)).toSorted()).toEqual([
    'contact.unsubscribed',
    'email.failed',
    'email.failed',
  ]);
  expect(events.rows.find(({ name }) => name === 'contact.unsubscribed')?.data).toMatchObject({
    source: 'feedback',
    reason: 'bounce',
  });
  expect(yard.relay.received).toEqual([]);
});

test('a mail expires when its time is over, whatever it waited for', async () => {
  const yard = await deliveryYard();
  yard.relay.script = { rcpt: '451 4.3.0 Later' };
  const [over = '', soon = ''] = await yard.mails(2, (place) => ({ expiresSeconds: place === 0 ? -1 : 2 }));
  yard.work();

  await yard.until(over, ({ email }) =>
    expect(email).toMatchObject({ status: 'FAILED', reason: 'EXPIRED', attempts: 0 }),
  );
  await yard.until(soon, ({ email }) =>
    expect(email).toMatchObject({ status: 'FAILED', reason: 'EXPIRED', attempts: 1 }),
  );
});

test('test mail is captured in the database and never reaches a relay', async () => {
  const yard = await deliveryYard();
  const [id = ''] = await yard.mails(1, { isTest: true, domain: 'postrider.test' });
  yard.work();
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', is_test: true });
  const { rows } = await yard.client.query('select recipient, raw from inbox_messages where id = $1', [id]);
  expect(rows).toHaveLength(1);
  expect((await PostalMime.parse(rows[0].raw)).subject).toBe('Hello');
  expect(yard.relay.commands).toEqual([]);
});

test('content that is gone, or not fit to be sent, fails the mail with its reason', async () => {
  const yard = await deliveryYard();
  const [gone = '', unfit = ''] = await yard.mails(2, (place) =>
    place === 0 ? { html: null, text: null } : { headers: { Bcc: 'x' } },
  );
  yard.work();
  await yard.until(gone, ({ email }) => expect(email).toMatchObject({ status: 'FAILED', reason: 'RENDER_FAILED' }));

  // A header that acceptance should have refused is a bug: the row is tried again and ends as poison, never sent.
  await yard.until(unfit, ({ delivery }) => expect(delivery).toMatchObject({ claims: 1, phase: null }));
  for (let claims = 2; claims <= 5; claims += 1) {
    await yard.due(unfit);
    await yard.until(unfit, ({ delivery }) => expect(delivery).toMatchObject({ claims, lease_until: null }));
  }
  await yard.due(unfit);
  await yard.until(unfit, ({ email }) => expect(email).toMatchObject({ status: 'FAILED', reason: 'POISON' }));
  expect(yard.relay.received).toEqual([]);
});

test('a record that was closed meanwhile is not sent, and its delivery row goes', async () => {
  const yard = await deliveryYard();
  const [id = ''] = await yard.mails(1);
  await yard.client.query(`update emails set status = 'CANCELLED', reason = 'CONTACT_DELETED' where id = $1`, [id]);
  yard.work();
  await yard.idle();

  expect((await yard.look(id)).email.status).toBe('CANCELLED');
  expect(yard.relay.commands).toEqual([]);
});

test('attachments stored once are sent with every mail that names them', async () => {
  const yard = await deliveryYard();
  const blob = crypto.randomUUID();
  await yard.client.query(
    `insert into email_attachments (project_id, id, size, sha256, content) values ($1, $2, 5, sha256('bytes'), 'bytes')`,
    [yard.project.id, blob],
  );
  const entry = {
    blob,
    filename: 'a.pdf',
    contentType: 'application/pdf',
    contentId: null,
    disposition: 'attachment',
    size: 5,
  };
  await yard.mails(2, { attachments: [entry] });
  yard.work();
  await yard.idle();

  const files = await Promise.all(
    yard.relay.received.map(async ({ message }) => (await PostalMime.parse(message)).attachments),
  );
  expect(files).toHaveLength(2);
  for (const [file] of files) expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe('bytes');
});

test('M10 bounces come back to a signed return path when the installation receives them', async () => {
  const yard = await deliveryYard({ BOUNCE_HOST: 'mx.mail.example' });
  await yard.mails(1);
  yard.work();
  await yard.idle();

  expect(yard.relay.received[0]?.from).toMatch(/^bounce\+1-[a-z2-7]{47}@bounce\.acme\.example$/);
});
