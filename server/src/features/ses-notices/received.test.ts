import { expect, onTestFinished, test } from 'vitest';
import { startDns } from '#testing/dns-server';
import { sesRelay } from '#testing/fake-ses';
import { givenReceivingDomain } from '#testing/inbound-setup';
import { type SesSetup, sesSetup } from '#testing/ses-setup';

const mail =
  'From: Ada <ada@example.com>\r\nTo: help@acme.example\r\nSubject: Hi\r\nMessage-ID: <one@example.com>\r\n\r\nWhere is it?\r\n';

const notification = (recipients: readonly string[], more: object = {}): string =>
  JSON.stringify({
    notificationType: 'Received',
    mail: {
      timestamp: '2026-11-14T10:00:00.000Z',
      source: 'bounces@example.com',
      messageId: 'd6iitobk75ur44p8kdnnp7g2n800',
      destination: recipients,
      headers: [
        { name: 'From', value: 'Ada <ada@example.com>' },
        { name: 'Subject', value: 'Hi' },
        { name: 'Auto-Submitted', value: 'auto-replied' },
      ],
    },
    receipt: {
      timestamp: '2026-11-14T10:00:00.000Z',
      processingTimeMillis: 574,
      recipients,
      spamVerdict: { status: 'PASS' },
      virusVerdict: { status: 'PASS' },
      spfVerdict: { status: 'PASS' },
      dkimVerdict: { status: 'GRAY' },
      dmarcVerdict: { status: 'DISABLED' },
      action: { type: 'SNS', topicArn: 'arn:aws:sns:eu-west-1:123456789012:postrider-mail', encoding: 'BASE64' },
    },
    content: Buffer.from(mail).toString('base64'),
    ...more,
  });

async function setupWithDomain(): Promise<SesSetup> {
  const names = await startDns();
  onTestFinished(() => names.close());
  const setup = await sesSetup({
    INBOUND_HOST: 'inbound-smtp.eu-west-1.amazonaws.com',
    DNS_RESOLVERS: names.address,
    // Why the SMTP relay first: the domain is verified here by our own records, not by an identity at the service.
    MAIL_RELAYS: JSON.stringify([{ url: 'smtp://127.0.0.1:9' }, sesRelay]),
  });
  await givenReceivingDomain(setup.app, names, setup.project, 'shop.example');
  return setup;
}

const received = (setup: SesSetup) => setup.rows(`select data from events where name = 'email.received' order by id`);

test('mail that Amazon SES received is an event of its sender, once, for domains that receive (D-682)', async () => {
  const setup = await setupWithDomain();
  const message = setup.sns.notification(notification(['help@shop.example', 'x@elsewhere.example']));
  for (let n = 0; n < 2; n += 1) expect(await setup.post(message)).toMatchObject({ status: 200 });
  await setup.notify(notification(['x@elsewhere.example', 'help@acme.example']));

  expect(await received(setup)).toMatchObject([
    {
      data: {
        sourceType: 'INBOUND',
        from: 'ada@example.com',
        recipients: ['help@shop.example'],
        subject: 'Hi',
        body: 'Where is it?',
        spamVerdict: 'PASS',
        virusVerdict: 'PASS',
        spfVerdict: 'PASS',
        dkimVerdict: 'GRAY',
        dmarcVerdict: 'GRAY',
        processingTimeMillis: 574,
        autoSubmitted: false,
        timestamp: '2026-11-14T10:00:00.000Z',
      },
    },
  ]);
  expect(await setup.rows('select email, subscribed from contacts')).toEqual([
    { email: 'ada@example.com', subscribed: false },
  ]);
});

test('without its content a mail is recorded from its header; one with a virus is no event (D-682)', async () => {
  const setup = await setupWithDomain();
  await setup.notify(notification(['help@shop.example'], { content: undefined }));
  await setup.notify(infected('other@shop.example'));

  expect(await received(setup)).toMatchObject([
    { data: { from: 'ada@example.com', subject: 'Hi', hasContent: false, body: null, autoSubmitted: true } },
  ]);
});

test('a mail with a virus is in the activity, once and without a contact, until its sender is deleted (D-682, D-1016)', async () => {
  const setup = await setupWithDomain();
  const api = setup.app.as(setup.project.secretKey);
  await setup.notify(infected('help@shop.example'));
  await setup.notify(infected('help@shop.example'));

  const { body } = await api.get('/activity?types=email.received');
  expect(body).toMatchObject({ total: 1, data: [{ type: 'email.received', contactId: null, contactEmail: null }] });
  expect(body.data[0].metadata).toEqual({
    ...{ from: 'ada@example.com', subject: 'Hi', spamVerdict: expect.any(String), virusVerdict: 'FAIL' },
  });
  expect((await api.get('/contacts')).body.total).toBe(0);

  const { body: sender } = await api.post('/contacts', { email: 'ada@example.com' });
  await api.delete(`/contacts/${sender.id}`);
  expect((await api.get('/activity?types=email.received')).body.data).toEqual([]);
});

test('of many mails with a virus the activity shows a hundred a day', async () => {
  const setup = await setupWithDomain();
  for (let n = 0; n < 102; n += 1) await setup.notify(infected(`help-${n}@shop.example`));

  const { body } = await setup.app.as(setup.project.secretKey).get('/activity?types=email.received');
  expect(body.total).toBe(100);
});

/** A notification about a mail with a virus to this address. */
function infected(recipient: string): string {
  const parsed = JSON.parse(notification([recipient]));
  parsed.receipt.virusVerdict.status = 'FAIL';
  return JSON.stringify(parsed);
}
