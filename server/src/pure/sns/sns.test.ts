import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  certificateAddress,
  confirmationAddress,
  isSignedBy,
  readSnsMessage,
  type SnsMessage,
  signedText,
} from './index.ts';

const topic = 'arn:aws:sns:us-east-1:123456789012:MyTopic';
const certificate = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0a1b2c3d.pem';

const notification: SnsMessage = {
  type: 'Notification',
  messageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  topicArn: topic,
  message: 'Hello world!',
  subject: 'My First Message',
  timestamp: '2012-05-02T00:54:06.655Z',
  signatureVersion: '1',
  signature: '',
  signingCertUrl: certificate,
  subscribeUrl: null,
  token: null,
};

test('the signed text of a notification is its names and values, line by line', () => {
  expect(signedText(notification)).toBe(
    'Message\nHello world!\nMessageId\n22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324\nSubject\nMy First Message\nTimestamp\n2012-05-02T00:54:06.655Z\nTopicArn\narn:aws:sns:us-east-1:123456789012:MyTopic\nType\nNotification\n',
  );
  expect(signedText({ ...notification, subject: null })).not.toContain('Subject');
});

test('the signed text of a confirmation contains its address and token', () => {
  const type = 'SubscriptionConfirmation' as const;
  expect(signedText({ ...notification, type, subscribeUrl: 'https://x/', token: 't' })).toBe(
    'Message\nHello world!\nMessageId\n22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324\nSubscribeURL\nhttps://x/\nTimestamp\n2012-05-02T00:54:06.655Z\nToken\nt\nTopicArn\narn:aws:sns:us-east-1:123456789012:MyTopic\nType\nSubscriptionConfirmation\n',
  );
});

test.each([
  ['1', 'sha1'],
  ['2', 'sha256'],
] as const)('version %s is verified over %s, and not as the other version', (signatureVersion, hash) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signature = sign(hash, Buffer.from(signedText(notification)), privateKey).toString('base64');
  const other = signatureVersion === '1' ? '2' : '1';

  expect(isSignedBy({ ...notification, signatureVersion, signature }, publicKey)).toBe(true);
  expect(isSignedBy({ ...notification, signatureVersion: other, signature }, publicKey)).toBe(false);
  expect(isSignedBy({ ...notification, signatureVersion, signature, message: 'Hello' }, publicKey)).toBe(false);
  expect(isSignedBy({ ...notification, signatureVersion, signature: '' }, publicKey)).toBe(false);
});

test.each([
  certificate,
  'https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-0a1b2c3d.pem',
  'https://sns.eusc-de-east-1.amazonaws.eu/SimpleNotificationService-0a1b2c3d.pem',
])('%s is accepted for a topic of its region (T19)', (text) => {
  const region = text.split('.')[1];
  expect(certificateAddress(text, `arn:aws-x:sns:${region}:123456789012:MyTopic`)?.href).toBe(text);
});

test.each([
  ['plain http', certificate.replace('https', 'http')],
  ['a port', certificate.replace('.com/', '.com:8443/')],
  ['the usual port, written out', certificate.replace('.com/', '.com:443/')],
  ['a user', certificate.replace('//', '//user@')],
  ['a password', certificate.replace('//', '//user:password@')],
  ['an empty user', certificate.replace('//', '//@')],
  ['a query', `${certificate}?x=1`],
  ['an empty query', `${certificate}?`],
  ['a fragment', `${certificate}#x`],
  ['another path', certificate.replace('SimpleNotificationService', 'Other')],
  ['a folder', certificate.replace('/Simple', '/x/Simple')],
  ['steps in the path', certificate.replace('/Simple', '/x/../Simple')],
  ['an encoded path', certificate.replace('/Simple', '/%53imple')],
  ['another ending', certificate.replace('.pem', '.crt')],
  ['another host', certificate.replace('amazonaws.com', 'example.com')],
  ['a lookalike ending', certificate.replace('amazonaws.com', 'amazonaws.com.example.com')],
  ['a lookalike beginning', certificate.replace('sns.', 'xsns.')],
  ['a name below', certificate.replace('sns.', 'evil.sns.')],
  ['no region', certificate.replace('us-east-1.', '')],
  ['another region', certificate.replace('us-east-1', 'eu-west-1')],
  ['a bucket', 'https://sns.us-east-1.amazonaws.com.s3.amazonaws.com/SimpleNotificationService-0a1b2c3d.pem'],
  ['a final dot', certificate.replace('.com/', '.com./')],
  ['capitals', certificate.replace('sns', 'SNS')],
  ['backslashes', certificate.replaceAll('/', '\\')],
  ['a space', ` ${certificate}`],
  ['a line break', certificate.replace('sns', 's\nns')],
  ['nothing', ''],
])('a certificate address with %s is refused (T19)', (_name, text) => {
  expect(certificateAddress(text, topic)).toBeNull();
});

test('a subscription is confirmed at the pinned host, at an address that we build (T19)', () => {
  const link = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=other&Token=lure`;

  expect(confirmationAddress(link, topic, 'a b')?.href).toBe(
    'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn%3Aaws%3Asns%3Aus-east-1%3A123456789012%3AMyTopic&Token=a+b',
  );
  for (const lure of ['https://example.com/?Action=x', 'http://sns.us-east-1.amazonaws.com/', 'nonsense']) {
    expect(confirmationAddress(lure, topic, 'a')).toBeNull();
  }
});

test.each([
  'not JSON',
  '[]',
  'null',
  '"text"',
  '{}',
  '{"__proto__":{"Type":"Notification"}}',
  JSON.stringify({ Type: 'Notification', TopicArn: topic }),
  JSON.stringify({ Type: ['Notification'], MessageId: {}, TopicArn: topic }),
])('%s is no message', (body) => {
  expect(readSnsMessage(body)).toBeNull();
});
