import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenReceivingDomain, type InboundSetup, openInboundSetup } from '#testing/inbound-setup';

let setup: InboundSetup;
beforeAll(async () => {
  setup = await openInboundSetup();
});
afterAll(() => setup.close());
beforeEach(() => setup.clean());

const mail = (
  more: readonly string[] = [],
  body = 'Hello,\r\n\r\nwhere is my order?',
  from = 'Ada <ada@example.com>',
): string =>
  [
    `From: ${from}`,
    'To: Help <help@acme.example>',
    'Subject: =?utf-8?Q?My_order_=E2=80=93_late?=',
    'Date: Sat, 14 Nov 2026 10:00:00 +0000',
    'Message-ID: <one@example.com>',
    ...more,
    '',
    body,
    '',
  ].join('\r\n');

const received = () =>
  setup.rows(`select e.data, c.email, c.subscribed, e.project_id from events e
               join contacts c on c.project_id = e.project_id and c.id = e.contact_id
              where e.name = 'email.received' order by e.id`);

test('mail to a domain that receives is an event of its sender, who becomes a contact without a subscription (D-682, D-1060)', async () => {
  const answer = await setup.deliver(mail(), { from: 'ada@example.com', to: 'help@acme.example' });

  expect(answer.code).toBe(250);
  expect(await received()).toEqual([
    {
      project_id: setup.project.id,
      email: 'ada@example.com',
      subscribed: false,
      data: {
        sourceType: 'INBOUND',
        emailId: null,
        messageId: '<one@example.com>',
        from: 'ada@example.com',
        fromHeader: 'Ada <ada@example.com>',
        to: ['help@acme.example'],
        subject: 'My order – late',
        timestamp: '2026-11-14T10:00:00.000Z',
        recipients: ['help@acme.example'],
        hasContent: true,
        body: 'Hello,\n\nwhere is my order?',
        bodyTruncated: false,
        size: expect.any(Number),
        spamVerdict: 'GRAY',
        virusVerdict: 'GRAY',
        spfVerdict: 'GRAY',
        dkimVerdict: 'GRAY',
        dmarcVerdict: 'GRAY',
        processingTimeMillis: expect.any(Number),
        autoSubmitted: false,
      },
    },
  ]);
  expect(await setup.rows('select 1 from emails')).toEqual([]);
  const api = setup.app.as(setup.project.secretKey);
  const [contact] = await setup.rows(`select id from contacts where email = 'ada@example.com'`);
  expect((await api.get(`/contacts/${contact.id}/consent`)).body.data).toMatchObject([
    { subscribed: false, by: { kind: 'inbound' }, isCreation: true, requestId: null },
  ]);
});

test('a contact that exists keeps its state (D-682)', async () => {
  await setup.app
    .as(setup.project.secretKey)
    .post('/contacts', { email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } });
  await setup.deliver(mail(), { from: 'ada@example.com', to: 'help@acme.example' });

  expect(await setup.rows('select subscribed, data from contacts')).toEqual([
    { subscribed: true, data: { plan: 'pro' } },
  ]);
});

test('the same mail sent again, as after a lost reply, is one event', async () => {
  const deliver = () => setup.deliver(mail(), { from: 'ada@example.com', to: 'help@acme.example' });
  const answers = await Promise.all([deliver(), deliver(), deliver(), deliver()]);

  expect(answers.map(({ code }) => code)).toEqual([250, 250, 250, 250]);
  expect(await received()).toHaveLength(1);
});

test('SPF, DKIM and DMARC are judged by our own name server', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  setup.names.set('good.example', 'TXT', ['v=spf1 ip4:127.0.0.1 -all']);
  setup.names.set('s1._domainkey.good.example', 'TXT', [`v=DKIM1; k=rsa; p=${p}`.match(/.{1,255}/g) ?? []]);
  setup.names.set('_dmarc.good.example', 'TXT', ['v=DMARC1; p=reject']);
  setup.names.set('bad.example', 'TXT', ['v=spf1 ip4:192.0.2.1 -all']);
  setup.names.set('_dmarc.bad.example', 'TXT', ['v=DMARC1; p=reject']);
  setup.names.set('slow.example', 'TXT', 'SERVFAIL');
  const from = (domain: string): string => mail([], 'Hello', `ada@${domain}`);
  await setup.app.as(setup.project.secretKey).post('/contacts', { email: 'ada@bad.example' });
  const key = {
    signingDomain: 'good.example',
    selector: 's1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const { signatures } = await dkimSign(from('good.example'), { ...key, signatureData: [key] });
  await setup.deliver(signatures + from('good.example'), { from: 'ada@good.example', to: 'help@acme.example' });
  await setup.deliver(from('bad.example'), { from: 'ada@bad.example', to: 'help@acme.example' });
  await setup.deliver(`${signatures}${from('good.example')}changed`, {
    from: 'x@slow.example',
    to: 'help@acme.example',
  });

  const verdicts = (await received()).map(({ data }) => [data.spfVerdict, data.dkimVerdict, data.dmarcVerdict]);
  expect(verdicts).toEqual([
    ['PASS', 'PASS', 'PASS'],
    ['FAIL', 'GRAY', 'FAIL'],
    ['PROCESSING_FAILED', 'FAIL', 'FAIL'],
  ]);
});

test('a sender that fails DMARC creates no contact, and new contacts an hour are limited', async () => {
  setup.names.set('bad.example', 'TXT', ['v=spf1 ip4:192.0.2.1 -all']);
  setup.names.set('_dmarc.bad.example', 'TXT', ['v=DMARC1; p=reject']);
  const deliver = (from: string) => setup.deliver(mail([], 'Hello', from), { from, to: 'help@acme.example' });
  const contacts = async () =>
    (await setup.rows('select email from contacts order by email')).map(({ email }) => email);

  expect(await deliver('forged@bad.example')).toMatchObject({ code: 250 });
  expect(await contacts()).toEqual([]);
  await deliver('new@example.com');
  await setup.rows(`update rate_limits set used = 1000 where key like 'inbound-contacts:%'`);
  expect(await deliver('late@example.com')).toMatchObject({ code: 250 });

  expect(await contacts()).toEqual(['new@example.com']);
  expect(await received()).toHaveLength(1);
  await setup.rows(`delete from rate_limits where key like 'inbound-contacts:%'`);
});

test('T mail that a program wrote is marked, and a report or a daemon creates no contact', async () => {
  const automatic: Record<string, [string, string]> = {
    'Auto-Submitted': ['ada@example.com', mail(['Auto-Submitted: auto-replied'])],
    Precedence: ['ada@example.com', mail(['Precedence: bulk'])],
    'List-Id': ['ada@example.com', mail(['List-Id: <list.example.com>'])],
    'no envelope sender': ['', mail(['X-A: 1'])],
    'a mail of our own': [
      'ada@example.com',
      mail().replace('<one@example.com>', '<0197f3a2-1c00-7000-8000-000000000001@acme.example>'),
    ],
  };
  for (const [from, message] of Object.values(automatic))
    await setup.deliver(message, { from, to: 'help@acme.example' });
  expect((await received()).map(({ data }) => data.autoSubmitted)).toEqual(Array(5).fill(true));

  await setup.deliver(mail(['Content-Type: multipart/report; boundary=x']), { to: 'help@acme.example' });
  await setup.deliver(mail([], 'x', 'MAILER-DAEMON@example.net'), { to: 'help@acme.example' });
  await setup.deliver(mail([], 'x', 'nobody'), { to: 'help@acme.example' });
  expect(await received()).toHaveLength(5);
  expect(await setup.rows('select email from contacts')).toEqual([{ email: 'ada@example.com' }]);
  expect(await setup.rows('select 1 from deliveries')).toEqual([]);
  expect(setup.app.mails).toEqual([]);
});

test('long texts are cut at 64 KB between characters; a mail without a text part gets the text of its HTML', async () => {
  const long = `${'é'.repeat(50)}\r\n`.repeat(800);
  await setup.deliver(mail(['Content-Type: text/plain; charset=utf-8'], long), {
    from: 'ada@example.com',
    to: 'help@acme.example',
  });
  await setup.deliver(mail(['Content-Type: text/html'], '<style>p{}</style><p>Hello <b>there</b></p><p>you</p>'), {
    from: 'ada@example.com',
    to: 'help@acme.example',
  });
  await setup.deliver(mail([], ''), { from: 'ada@example.com', to: 'help@acme.example' });

  const [cut, html, empty] = (await received()).map(({ data }) => data);
  expect(cut.bodyTruncated).toBe(true);
  expect(Buffer.byteLength(cut.body)).toBeLessThanOrEqual(65_536);
  expect(cut.body).toMatch(/^[é\n]+$/);
  expect(html).toMatchObject({ hasContent: true, bodyTruncated: false });
  expect(html.body.replace(/\s+/g, ' ')).toBe('Hello there you');
  expect(empty).toMatchObject({ hasContent: false, body: null });
});

test('mail is accepted only for verified domains whose MX record points here', async () => {
  await givenReceivingDomain(setup.app, setup.names, setup.project, 'other.example', 'INBOUND');
  const pending = await setup.app.as(setup.project.secretKey).post('/domains', { domain: 'pending.example' });
  expect(pending.body.records).toContainEqual(
    expect.objectContaining({
      purpose: 'INBOUND',
      type: 'MX',
      name: 'pending.example',
      value: 'in.postrider.example',
      priority: 10,
      required: false,
    }),
  );
  for (const to of ['help@other.example', 'help@pending.example', 'help@unknown.example', 'help@sub.acme.example']) {
    expect(await setup.deliver(mail(), { from: 'ada@example.com', to }), to).toMatchObject({ code: 550 });
  }
  const { body } = await setup.app.as(setup.project.secretKey).get(`/domains/project/${setup.project.id}`);
  const list: { domain: string; inbound: boolean }[] = body.data ?? body;
  expect(Object.fromEntries(list.map(({ domain, inbound }) => [domain, inbound]))).toEqual({
    'acme.example': true,
    'other.example': false,
    'pending.example': false,
  });
});

test('one mail to two projects is an event in each, and neither shows the other', async () => {
  const other = await setup.app.given.project();
  await givenReceivingDomain(setup.app, setup.names, other, 'second.example');
  await setup.deliver(mail(), {
    from: 'ada@example.com',
    to: ['help@acme.example', 'hi@second.example', 'sales@acme.example'],
  });

  const events = (await received()).map(({ project_id, data }) => [project_id, data.recipients]);
  expect(events).toHaveLength(2);
  expect(events).toEqual(
    expect.arrayContaining([
      [setup.project.id, ['help@acme.example', 'sales@acme.example']],
      [other.id, ['hi@second.example']],
    ]),
  );
});

test('received mail is counted once, beyond its cap as well (D-1143)', async () => {
  const { project } = setup;
  const path = `/users/@me/projects/${project.id}/billing-limits`;
  await setup.empty('billing_usage');
  await project.owner.client.put(path, { inbound: 1 });
  const deliver = (text: string) => setup.deliver(mail([], text), { from: 'ada@example.com', to: 'help@acme.example' });

  await deliver('one');
  await deliver('one');
  const second = await deliver('two');

  expect(second.code).toBe(250);
  expect(await received()).toHaveLength(2);
  const { body } = await project.owner.client.get(path);
  expect(body.inbound).toMatchObject({ limit: 1, usage: 2, percentage: 200, isBlocked: true });
});

test('mail to a project that is being reset is taken and dropped (D-1152)', async () => {
  await setup.rows('update projects set wipe_began_at = now(), reset_job_id = id');
  const answer = await setup.deliver(mail(), { from: 'ada@example.com', to: 'help@acme.example' });
  await setup.rows('update projects set wipe_began_at = null, reset_job_id = null');

  expect(answer.code).toBe(250);
  expect(await received()).toEqual([]);
});

test('mail to a project that is being moved and to another one is taken by the other, and asked to come again', async () => {
  const other = await setup.app.given.project();
  await givenReceivingDomain(setup.app, setup.names, other, 'third.example');
  const deliver = () =>
    setup.deliver(mail(), { from: 'ada@example.com', to: ['help@acme.example', 'hi@third.example'] });

  await setup.rows('update projects set move_held_at = now() where id = $1', [setup.project.id]);
  const whileHeld = await deliver();
  const first = await received();
  await setup.rows('update projects set move_held_at = null');
  const afterwards = await deliver();

  expect([whileHeld.code, afterwards.code]).toEqual([451, 250]);
  expect(first.map(({ project_id }) => project_id)).toEqual([other.id]);
  expect((await received()).map(({ project_id }) => project_id)).toEqual([other.id, setup.project.id]);
});
