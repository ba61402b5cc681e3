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

test('without its content a mail is recorded from its header; one with a virus is not recorded (D-682)', async () => {
  const setup = await setupWithDomain();
  await setup.notify(notification(['help@shop.example'], { content: undefined }));
  const infected = JSON.parse(notification(['other@shop.example']));
  infected.receipt.virusVerdict.status = 'FAIL';
  await setup.notify(JSON.stringify(infected));

  expect(await received(setup)).toMatchObject([
    { data: { from: 'ada@example.com', subject: 'Hi', hasContent: false, body: null, autoSubmitted: true } },
  ]);
});
