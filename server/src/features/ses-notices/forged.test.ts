import { expect, test } from 'vitest';
import { type FakeSns, type SnsFields, signingCertificate } from '#testing/fake-sns';
import { openRows } from '#testing/matrix/rows';
import { sesNotice } from '#testing/ses-notice';
import { sesSetup } from '#testing/ses-setup';

type Forge = (sns: FakeSns, notice: string) => SnsFields;

const foreignTopic = 'arn:aws:sns:eu-west-1:999999999999:postrider-mail';
const stranger = signingCertificate();
const hourAgo = (): string => new Date(Date.now() - 3_660_000).toISOString();

/** The certificate address is not signed, so the signature stays valid when it is changed. */
const at =
  (change: (url: string) => string): Forge =>
  (sns, notice) => ({ ...sns.notification(notice), SigningCertURL: change(sns.certificateUrl) });

const changed =
  (fields: SnsFields): Forge =>
  (sns, notice) => ({ ...sns.notification(notice), ...fields });

const without =
  (name: string): Forge =>
  (sns, notice) =>
    Object.fromEntries(Object.entries(sns.notification(notice)).filter(([field]) => field !== name));

/** T19: what an attacker may send who knows everything but the key of the service. */
const forgeries: Record<string, Forge> = {
  'a foreign topic, properly signed': (sns, notice) => sns.notification(notice, { TopicArn: foreignTopic }),
  'a certificate of a foreign host': at((url) => url.replace('amazonaws.com', 'example.com')),
  'a certificate over http': at((url) => url.replace('https:', 'http:')),
  'a certificate at a port': at((url) => url.replace('.com/', '.com:4433/')),
  'a certificate with a user': at((url) => url.replace('https://', 'https://sns@')),
  'a certificate with a query': at((url) => `${url}?to=1`),
  'a certificate at another path': at((url) => url.replace('/Simple', '/upload/Simple')),
  'a host that looks alike': at((url) => url.replace('sns.', 'sns-')),
  'a host below a foreign domain': at((url) => url.replace('amazonaws.com', 'amazonaws.com.example.com')),
  'a host of another region': at((url) => url.replace('eu-west-1', 'us-east-1')),
  'a wrong signature': changed({ Signature: Buffer.alloc(256, 7).toString('base64') }),
  'a changed message': changed({ Message: '{"eventType":"Delivery"}' }),
  'a changed id': changed({ MessageId: '00000000-0000-0000-0000-000000000000' }),
  'no signature': without('Signature'),
  'no certificate': without('SigningCertURL'),
  'an unknown version of the signature': changed({ SignatureVersion: '3' }),
  'the other version of the signature': changed({ SignatureVersion: '1' }),
  'a time stamp of an hour ago': (sns, notice) => sns.notification(notice, { Timestamp: hourAgo() }),
  'a time stamp of 16 minutes ahead': (sns, notice) =>
    sns.notification(notice, { Timestamp: new Date(Date.now() + 960_000).toISOString() }),
  'an invalid time stamp': (sns, notice) => sns.notification(notice, { Timestamp: 'now' }),
  'a signature of another key': (sns, notice) => sns.notification(notice, {}, { key: stranger.key }),
  'a confirmation of a foreign topic': (sns) =>
    sns.sign(sns.fields('SubscriptionConfirmation', { TopicArn: foreignTopic })),
  'a confirmation that leads elsewhere': (sns) =>
    sns.sign(
      sns.fields('SubscriptionConfirmation', { SubscribeURL: 'https://example.com/?Action=ConfirmSubscription' }),
    ),
  'a confirmation with a changed link': (sns) => ({
    ...sns.sign(sns.fields('SubscriptionConfirmation')),
    SubscribeURL: `https://${sns.host}/?Action=DeleteTopic`,
  }),
};

test('a forged message changes no row, causes no connection and is refused; the genuine one is accepted (T19, P14, D-680)', async () => {
  const setup = await sesSetup();
  const id = await setup.sent();
  const notice = sesNotice('Bounce', { projectId: setup.project.id, emailId: id });
  const rows = await openRows(setup.app.databaseUrl);
  // The certificate of the service is known already, as it is after the first genuine message of any kind.
  expect(await setup.notify(sesNotice('Open', { projectId: setup.project.id, emailId: id }))).toMatchObject({
    status: 200,
  });
  expect(setup.sns.connections).toBe(1);
  const before = await rows.snapshot();

  const replies: Record<string, unknown> = {};
  for (const [name, forge] of Object.entries(forgeries)) {
    const { status, body } = await setup.post(forge(setup.sns, notice));
    replies[name] = `${status} ${body?.error?.code}`;
  }
  const after = await rows.snapshot();
  await rows.close();

  expect(Object.keys(forgeries).length).toBeGreaterThanOrEqual(14);
  expect(replies).toEqual(Object.fromEntries(Object.keys(forgeries).map((name) => [name, '403 FORBIDDEN'])));
  expect(after).toEqual(before);
  expect(setup.sns.connections).toBe(1);
  expect(setup.sns.confirmed).toEqual([]);

  expect(await setup.notify(notice)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await setup.email(id)).toMatchObject({ status: 'BOUNCED', bounce_type: 'Permanent' });
});

test('before the first certificate is known, nothing but the one pinned address is ever requested (T19, D-680)', async () => {
  const setup = await sesSetup();
  const notice = sesNotice('Delivery', { projectId: setup.project.id, emailId: await setup.sent() });
  const signatureAlone = [
    'a wrong signature',
    'a changed message',
    'a changed id',
    'the other version of the signature',
  ];
  const needing = [
    ...signatureAlone,
    'a signature of another key',
    'a confirmation with a changed link',
    'a confirmation that leads elsewhere',
  ];
  for (const [name, forge] of Object.entries(forgeries)) {
    if (!needing.includes(name)) await setup.post(forge(setup.sns, notice));
  }
  expect(setup.sns.connections).toBe(0);

  for (const name of needing) await setup.post(forgeries[name]?.(setup.sns, notice) ?? '');
  expect(setup.sns.asked).toEqual([new URL(setup.sns.certificateUrl).pathname]);
  expect(setup.sns.connections).toBe(1);
});

test('the host that serves the certificate must prove its name', async () => {
  const setup = await sesSetup();
  const region = 'eu-west-2'; // the stand-in's certificate is good for eu-west-1 alone
  const other = await sesSetup({
    SES_SNS_TOPIC_ARNS: setup.sns.topic.replace('eu-west-1', region),
    SNS_STAND_IN: setup.sns.setting,
  });
  const message = {
    ...setup.sns.notification('{}', { TopicArn: setup.sns.topic.replace('eu-west-1', region) }),
    SigningCertURL: setup.sns.certificateUrl.replace('eu-west-1', region),
  };

  expect(await other.post(message)).toMatchObject({ status: 500 });
  expect(setup.sns.asked).toEqual([]);
  expect(await other.rows('select * from sns_messages')).toEqual([]);
});

test('an unknown certificate is a refusal, one that the service cannot serve now is 500, so that the message is repeated', async () => {
  const setup = await sesSetup();
  const message = setup.sns.notification('{}');
  setup.sns.status = 503;
  expect(await setup.post(message)).toMatchObject({ status: 500 });
  setup.sns.status = 404;
  expect(await setup.post(message)).toMatchObject({ status: 403 });
  setup.sns.status = 200;
  expect(await setup.post(message)).toMatchObject({ status: 200 });
});

test('certificates that we do not know are fetched twenty times a minute and no more', async () => {
  const setup = await sesSetup();
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const SigningCertURL = setup.sns.certificateUrl.replace(/-\w+\.pem/, `-${n}.pem`);
    statuses.push((await setup.post({ ...setup.sns.notification('{}'), SigningCertURL })).status);
  }

  expect(setup.sns.connections).toBeLessThanOrEqual(20);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(403));
  expect(statuses.slice(20)).toEqual(Array(10).fill(500));
});

test('the route does not exist for an instance that does not send through Amazon SES', async () => {
  const setup = await sesSetup({ MAIL_RELAYS: '' });
  expect(await setup.notify('{}')).toMatchObject({ status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } });
  expect(setup.sns.connections).toBe(0);
});

test('a body over a megabyte is too large; a body of any type is read', async () => {
  const setup = await sesSetup();
  expect(await setup.post('x'.repeat(1_048_577))).toMatchObject({ status: 413 });
  for (const type of [
    'text/plain',
    'application/json',
    'application/octet-stream',
    'text/plain; charset=utf-16',
    'application/x-www-form-urlencoded',
  ]) {
    const body = JSON.stringify(setup.sns.notification('{}'));
    expect(await setup.post(body, { 'content-type': type }), type).toMatchObject({ status: 200 });
  }
});
