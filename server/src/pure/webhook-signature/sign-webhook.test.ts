import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { signWebhook } from './index.ts';

/** The published example of the format. */
const example = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
};
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

test('the example of the Standard Webhooks format has its published signature (D-916)', () => {
  expect(signWebhook(example)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
});

test('while two secrets are valid there are two signatures, the newest first', () => {
  const newer = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const [old = ''] = example.secrets;

  const both = signWebhook({ ...example, secrets: [newer, old] })['webhook-signature'];

  expect(both).toBe(`${signWebhook({ ...example, secrets: [newer] })['webhook-signature']} ${signature}`);
});

test('bytes are signed as they are, and openssl computes the same', () => {
  const key = Buffer.alloc(64, 255);
  const body = Buffer.from([0, 255, 13, 10, 195, 40]);
  const input = Buffer.concat([Buffer.from('id.1700000000.'), body]);
  const options = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`, '-binary'];
  const expected = execFileSync('openssl', options, { input }).toString('base64');

  const secrets = [`whsec_${key.toString('base64')}`];
  const headers = signWebhook({ id: 'id', sentAt: new Date(1_700_000_000_999), body, secrets });

  expect(headers['webhook-signature']).toBe(`v1,${expected}`);
});

test.each([
  ['no prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['another alphabet', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa-_'],
  ['23 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
  ['65 bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
])('a secret with %s is refused without showing it', (_name, secret) => {
  expect(() => signWebhook({ ...example, secrets: [secret] })).toThrow(
    'a webhook secret is whsec_ and 24 to 64 bytes in base64',
  );
});
