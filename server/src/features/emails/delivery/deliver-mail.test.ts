import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { messageProblems } from '#pure/message';
import { deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';

test('a due mail is handed over once, recorded as sent, and its delivery row is deleted', async () => {
  const setup = await deliverySetup();
  const contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  const [id = ''] = await setup.mails(1, { contactId, headers: { 'X-Order': '42' } });

  setup.work();
  await setup.idle();

  const { email, attempts } = await setup.stateOf(id);
  expect(email).toMatchObject({ status: 'SENT', attempts: 1, sent_at: expect.any(Date), unconfirmed: false });
  expect(attempts).toMatchObject([
    {
      attempt: 1,
      outcome: 'ACCEPTED',
      smtp_code: 250,
      enhanced_code: '2.0.0',
      queue_id: 'SCRIPTED1',
      relay: `127.0.0.1:${setup.relay.port}`,
      ambiguous: false,
      lane: 'transactional',
    },
  ]);
  const [received] = setup.relay.received;
  expect(setup.relay.received).toHaveLength(1);
  expect(received).toMatchObject({ to: ['ada@example.com'], from: 'hello@acme.example' });
  expect(messageProblems(received?.message ?? Buffer.alloc(0), 'ada@example.com')).toEqual([]);
  const parsed = await PostalMime.parse(received?.message ?? '');
  expect(parsed).toMatchObject({
    messageId: `<${id}@acme.example>`,
    subject: 'Hello',
    text: expect.stringContaining('Hello Ada'),
  });
  expect(parsed.headers).toContainEqual({ key: 'x-order', originalKey: expect.any(String), value: '42' });

  const events = await setup.app.as(setup.project.secretKey).get(`/events/contact/${contactId}`);
  expect(events.body.data).toMatchObject([
    {
      name: 'email.sent',
      emailId: id,
      data: { emailId: id, recipient: 'ada@example.com', type: 'TRANSACTIONAL', test: false },
    },
  ]);
});

test('a deferred mail waits by the schedule, its attempts are logged, and it is sent later (P10, D-633)', async () => {
  const setup = await deliverySetup();
  setup.relay.script = { rcpt: '451 4.3.0 Later' };
  const [id = ''] = await setup.mails(1);
  setup.work();

  await setup.until(id, ({ delivery }) =>
    expect(delivery).toMatchObject({ attempt: 1, phase: null, fence: null, claims: 0 }),
  );
  const wait = Number((await setup.stateOf(id)).delivery.wait);
  expect(wait).toBeGreaterThan(40);
  expect(wait).toBeLessThan(75);
  setup.relay.script = { dot: '421 4.3.2 Going down' };
  await setup.due(id);
  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ attempt: 2, phase: null }));
  expect(Number((await setup.stateOf(id)).delivery.wait)).toBeGreaterThan(230);
  setup.relay.script = {};
  await setup.due(id);
  await setup.idle();

  const { email, attempts } = await setup.stateOf(id);
  expect(email).toMatchObject({ status: 'SENT', attempts: 3, duplicate_possible: false });
  expect(attempts.map(({ outcome, reply }) => `${outcome} ${reply}`)).toEqual([
    'DEFERRED 451 4.3.0 Later',
    'DEFERRED 421 4.3.2 Going down',
    'ACCEPTED Ok: queued as SCRIPTED1',
  ]);
  expect(setup.relay.received).toHaveLength(1);
});

test('a final refusal fails the mail once; only an address refusal suppresses and unsubscribes (F13, D-633, D-640)', async () => {
  const setup = await deliverySetup();
  const contactId = await givenContact(setup.client, setup.project.id, 'nobody@example.com');
  setup.relay.script = { rcpt: '550 5.7.515 Not authenticated' };
  const [policy = ''] = await setup.mails(1, { recipient: 'nobody@example.com', contactId });
  const worker = setup.work();
  await setup.idle();
  expect((await setup.stateOf(policy)).email).toMatchObject({
    status: 'FAILED',
    reason: 'REJECTED',
    error: '550 5.7.515 Not authenticated',
  });
  expect((await setup.client.query('select from suppressions')).rowCount).toBe(0);

  setup.relay.script = { rcpt: '550 5.1.1 Nobody of that name' };
  const [address = ''] = await setup.mails(1, { recipient: 'nobody@example.com', contactId });
  worker.wake('emails.deliveries');
  await setup.idle();

  expect((await setup.stateOf(address)).email).toMatchObject({ status: 'FAILED', reason: 'REJECTED' });
  const suppressions = await setup.client.query('select email, reason, blocks, email_id from suppressions');
  expect(suppressions.rows).toEqual([
    { email: 'nobody@example.com', reason: 'BOUNCE', blocks: 'ALL', email_id: address },
  ]);
  const contact = await setup.client.query('select subscribed from contacts where id = $1', [contactId]);
  expect(contact.rows).toEqual([{ subscribed: false }]);
  const events = await setup.client.query(
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
  expect(setup.relay.received).toEqual([]);
});

test('a mail expires at its time, whatever it waits for (D-633)', async () => {
  const setup = await deliverySetup();
  setup.relay.script = { rcpt: '451 4.3.0 Later' };
  const contactId = await givenContact(setup.client, setup.project.id, 'ada@example.com');
  await setup.client.query('update projects set marketing_paused_at = now() where id = $1', [setup.project.id]);
  const [over = '', soon = '', held = ''] = await setup.mails(3, (index) => ({
    contactId,
    type: index === 2 ? 'MARKETING' : 'TRANSACTIONAL',
    expiresSeconds: index === 0 ? -1 : 2,
  }));
  setup.work();

  await setup.until(over, ({ email }) =>
    expect(email).toMatchObject({ status: 'FAILED', reason: 'EXPIRED', attempts: 0 }),
  );
  await setup.until(soon, ({ email }) =>
    expect(email).toMatchObject({ status: 'FAILED', reason: 'EXPIRED', attempts: 1 }),
  );
  await setup.until(held, ({ email }) =>
    expect(email).toMatchObject({ status: 'FAILED', reason: 'EXPIRED', attempts: 0 }),
  );
});

test('test mail is captured in the database and never reaches a relay', async () => {
  const setup = await deliverySetup();
  const [id = ''] = await setup.mails(1, { isTest: true, domain: 'postrider.test' });
  setup.work();
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'SENT', is_test: true });
  const { rows } = await setup.client.query('select recipient, raw from inbox_messages where id = $1', [id]);
  expect(rows).toHaveLength(1);
  expect((await PostalMime.parse(rows[0].raw)).subject).toBe('Hello');
  expect(setup.relay.commands).toEqual([]);
});

test('a mail fails with its reason if its content is gone or cannot be sent', async () => {
  const setup = await deliverySetup();
  const [gone = '', unfit = ''] = await setup.mails(2, (index) =>
    index === 0 ? { html: null, text: null } : { headers: { Bcc: 'x' } },
  );
  setup.work();
  await setup.until(gone, ({ email }) => expect(email).toMatchObject({ status: 'FAILED', reason: 'RENDER_FAILED' }));

  // A header that acceptance should have refused is a bug: the row is tried again and ends as poison, never sent.
  await setup.until(unfit, ({ delivery }) => expect(delivery).toMatchObject({ claims: 1, phase: null }));
  for (let claims = 2; claims <= 5; claims += 1) {
    await setup.due(unfit);
    await setup.until(unfit, ({ delivery }) => expect(delivery).toMatchObject({ claims, lease_until: null }));
  }
  await setup.due(unfit);
  await setup.until(unfit, ({ email }) => expect(email).toMatchObject({ status: 'FAILED', reason: 'POISON' }));
  expect(setup.relay.received).toEqual([]);
});

test('a mail whose record was closed meanwhile is not sent, and its delivery row is deleted', async () => {
  const setup = await deliverySetup();
  const [id = ''] = await setup.mails(1);
  await setup.client.query(`update emails set status = 'CANCELLED', reason = 'CONTACT_DELETED' where id = $1`, [id]);
  setup.work();
  await setup.idle();

  expect((await setup.stateOf(id)).email.status).toBe('CANCELLED');
  expect(setup.relay.commands).toEqual([]);
});

test('attachments stored once are sent with every mail that names them', async () => {
  const setup = await deliverySetup();
  const blob = crypto.randomUUID();
  await setup.client.query(
    `insert into email_attachments (project_id, id, size, sha256, content) values ($1, $2, 5, sha256('bytes'), 'bytes')`,
    [setup.project.id, blob],
  );
  const entry = {
    blob,
    filename: 'a.pdf',
    contentType: 'application/pdf',
    contentId: null,
    disposition: 'attachment',
    size: 5,
  };
  await setup.mails(2, { attachments: [entry] });
  setup.work();
  await setup.idle();

  const files = await Promise.all(
    setup.relay.received.map(async ({ message }) => (await PostalMime.parse(message)).attachments),
  );
  expect(files).toHaveLength(2);
  for (const [file] of files) expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe('bytes');
});

test('bounces come back to a signed return path when the installation receives them (M10)', async () => {
  const setup = await deliverySetup({ BOUNCE_HOST: 'mx.mail.example' });
  await setup.mails(1);
  setup.work();
  await setup.idle();

  expect(setup.relay.received[0]?.from).toMatch(/^bounce\+1-[a-z2-7]{47}@bounce\.acme\.example$/);
});
