import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InboundYard } from '#testing/inbound-yard';
import { givenReceivingDomain, openInboundYard } from '#testing/inbound-yard';

let yard: InboundYard;
beforeAll(async () => {
  yard = await openInboundYard();
});
afterAll(() => yard.close());
beforeEach(() => yard.clean());

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
  yard.rows(`select e.data, c.email, c.subscribed, e.project_id from events e
               join contacts c on c.project_id = e.project_id and c.id = e.contact_id
              where e.name = 'email.received' order by e.id`);

test('D-682 mail to a domain that receives is an event of its sender, who becomes a contact without a subscription', async () => {
  const answer = await yard.bring(mail(), { from: 'ada@example.com', to: 'help@acme.example' });

  expect(answer.code).toBe(250);
  expect(await received()).toEqual([
    {
      project_id: yard.project.id,
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
  expect(await yard.rows('select 1 from emails')).toEqual([]);
});

test('D-682 a contact that exists keeps its state', async () => {
  await yard.app
    .as(yard.project.secretKey)
    .post('/contacts', { email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } });
  await yard.bring(mail(), { from: 'ada@example.com', to: 'help@acme.example' });

  expect(await yard.rows('select subscribed, data from contacts')).toEqual([
    { subscribed: true, data: { plan: 'pro' } },
  ]);
});

test('the same mail brought again, as after a lost answer, is one event', async () => {
  const bring = () => yard.bring(mail(), { from: 'ada@example.com', to: 'help@acme.example' });
  const answers = await Promise.all([bring(), bring(), bring(), bring()]);

  expect(answers.map(({ code }) => code)).toEqual([250, 250, 250, 250]);
  expect(await received()).toHaveLength(1);
});

test('SPF, DKIM and DMARC are judged by our own name server', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  yard.names.set('good.example', 'TXT', ['v=spf1 ip4:127.0.0.1 -all']);
  yard.names.set('s1._domainkey.good.example', 'TXT', [`v=DKIM1; k=rsa; p=${p}`.match(/.{1,255}/g) ?? []]);
  yard.names.set('_dmarc.good.example', 'TXT', ['v=DMARC1; p=reject']);
  yard.names.set('bad.example', 'TXT', ['v=spf1 ip4:192.0.2.1 -all']);
  yard.names.set('_dmarc.bad.example', 'TXT', ['v=DMARC1; p=reject']);
  yard.names.set('slow.example', 'TXT', 'SERVFAIL');
  const from = (domain: string): string => mail([], 'Hello', `ada@${domain}`);
  await yard.app.as(yard.project.secretKey).post('/contacts', { email: 'ada@bad.example' });
  const key = {
    signingDomain: 'good.example',
    selector: 's1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const { signatures } = await dkimSign(from('good.example'), { ...key, signatureData: [key] });
  await yard.bring(signatures + from('good.example'), { from: 'ada@good.example', to: 'help@acme.example' });
  await yard.bring(from('bad.example'), { from: 'ada@bad.example', to: 'help@acme.example' });
  await yard.bring(`${signatures}${from('good.example')}changed`, { from: 'x@slow.example', to: 'help@acme.example' });

  const told = (await received()).map(({ data }) => [data.spfVerdict, data.dkimVerdict, data.dmarcVerdict]);
  expect(told).toEqual([
    ['PASS', 'PASS', 'PASS'],
    ['FAIL', 'GRAY', 'FAIL'],
    ['PROCESSING_FAILED', 'FAIL', 'FAIL'],
  ]);
});

test('a sender whom DMARC disowns makes no contact, and an hour brings so many new ones and no more', async () => {
  yard.names.set('bad.example', 'TXT', ['v=spf1 ip4:192.0.2.1 -all']);
  yard.names.set('_dmarc.bad.example', 'TXT', ['v=DMARC1; p=reject']);
  const bring = (from: string) => yard.bring(mail([], 'Hello', from), { from, to: 'help@acme.example' });
  const contacts = async () => (await yard.rows('select email from contacts order by email')).map(({ email }) => email);

  expect(await bring('forged@bad.example')).toMatchObject({ code: 250 });
  expect(await contacts()).toEqual([]);
  await bring('new@example.com');
  await yard.rows(`update rate_limits set used = 1000 where key like 'inbound-contacts:%'`);
  expect(await bring('late@example.com')).toMatchObject({ code: 250 });

  expect(await contacts()).toEqual(['new@example.com']);
  expect(await received()).toHaveLength(1);
  await yard.rows(`delete from rate_limits where key like 'inbound-contacts:%'`);
});

test('T mail that a program wrote is marked, and a report or a daemon makes no contact', async () => {
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
  for (const [from, message] of Object.values(automatic)) await yard.bring(message, { from, to: 'help@acme.example' });
  expect((await received()).map(({ data }) => data.autoSubmitted)).toEqual(Array(5).fill(true));

  await yard.bring(mail(['Content-Type: multipart/report; boundary=x']), { to: 'help@acme.example' });
  await yard.bring(mail([], 'x', 'MAILER-DAEMON@example.net'), { to: 'help@acme.example' });
  await yard.bring(mail([], 'x', 'nobody'), { to: 'help@acme.example' });
  expect(await received()).toHaveLength(5);
  expect(await yard.rows('select email from contacts')).toEqual([{ email: 'ada@example.com' }]);
  expect(await yard.rows('select 1 from deliveries')).toEqual([]);
  expect(yard.app.mails).toEqual([]);
});

test('long texts are cut at 64 KB between characters; a mail without a text part is told by its HTML', async () => {
  const long = `${'é'.repeat(50)}\r\n`.repeat(800);
  await yard.bring(mail(['Content-Type: text/plain; charset=utf-8'], long), {
    from: 'ada@example.com',
    to: 'help@acme.example',
  });
  await yard.bring(mail(['Content-Type: text/html'], '<style>p{}</style><p>Hello <b>there</b></p><p>you</p>'), {
    from: 'ada@example.com',
    to: 'help@acme.example',
  });
  await yard.bring(mail([], ''), { from: 'ada@example.com', to: 'help@acme.example' });

  const [cut, html, empty] = (await received()).map(({ data }) => data);
  expect(cut.bodyTruncated).toBe(true);
  expect(Buffer.byteLength(cut.body)).toBeLessThanOrEqual(65_536);
  expect(cut.body).toMatch(/^[é\n]+$/);
  expect(html).toMatchObject({ hasContent: true, bodyTruncated: false });
  expect(html.body.replace(/\s+/g, ' ')).toBe('Hello there you');
  expect(empty).toMatchObject({ hasContent: false, body: null });
});

test('mail is taken only for verified domains whose MX record leads here', async () => {
  await givenReceivingDomain(yard.app, yard.names, yard.project, 'other.example', 'INBOUND');
  const pending = await yard.app.as(yard.project.secretKey).post('/domains', { domain: 'pending.example' });
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
    expect(await yard.bring(mail(), { from: 'ada@example.com', to }), to).toMatchObject({ code: 550 });
  }
  const { body } = await yard.app.as(yard.project.secretKey).get(`/domains/project/${yard.project.id}`);
  const list: { domain: string; inbound: boolean }[] = body.data ?? body;
  expect(Object.fromEntries(list.map(({ domain, inbound }) => [domain, inbound]))).toEqual({
    'acme.example': true,
    'other.example': false,
    'pending.example': false,
  });
});

test('one mail to two projects is an event in each, and neither learns of the other', async () => {
  const other = await yard.app.given.project();
  await givenReceivingDomain(yard.app, yard.names, other, 'second.example');
  await yard.bring(mail(), {
    from: 'ada@example.com',
    to: ['help@acme.example', 'hi@second.example', 'sales@acme.example'],
  });

  const told = (await received()).map(({ project_id, data }) => [project_id, data.recipients]);
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining([
      [yard.project.id, ['help@acme.example', 'sales@acme.example']],
      [other.id, ['hi@second.example']],
    ]),
  );
});
