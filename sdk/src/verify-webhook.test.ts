import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook } from './index.ts';

/** The published example of the Standard Webhooks format. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const headers = {
  'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const webhook = { body: '{"test": 2432232314}', headers, secret, now: new Date(1_614_265_330_000) };
const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('the published example is verified, from text, from bytes and from the headers of fetch', async () => {
  const verified = await verifyWebhook(webhook);
  expect(verified).toMatchObject({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: webhook.now });
  expect(verified.json()).toEqual({ test: 2432232314 });

  const request = { ...webhook, body: Buffer.from(webhook.body), headers: new Headers(headers) };
  expect((await verifyWebhook(request)).body).toBe(webhook.body);
});

test('the headers of another fetch are read, whatever their class', async () => {
  const own = new Headers(headers);
  const foreign = { get: (name: string) => own.get(name) } as Headers; // as another implementation has them

  expect(await verifyWebhook({ ...webhook, headers: foreign })).toBeDefined();
});

test('one of several secrets and one of several signatures is enough, as while a secret is replaced', async () => {
  const key = Buffer.from(other.slice(6), 'base64');
  const newer = createHmac('sha256', key)
    .update(`${headers['Webhook-Id']}.1614265330.${webhook.body}`)
    .digest('base64');
  const both = { ...headers, 'webhook-signature': `v1,${newer} ${headers['webhook-signature']}` };

  expect(await verifyWebhook({ ...webhook, secret: [other, secret] })).toBeDefined();
  expect(await verifyWebhook({ ...webhook, headers: both })).toBeDefined();
  expect(await verifyWebhook({ ...webhook, headers: both, secret: other })).toBeDefined();
});

test.each([
  ['a header is missing', { headers: { ...headers, 'webhook-signature': undefined } }, 'headers'],
  ['it is 301 s old', { now: new Date(1_614_265_631_000) }, 'time'],
  ['it is 301 s ahead', { now: new Date(1_614_265_029_000) }, 'time'],
  ['its time is no number', { headers: { ...headers, 'webhook-timestamp': 'now' } }, 'time'],
  ['its body was written again', { body: '{"test":2432232314}' }, 'signature'],
  ['its id was changed', { headers: { ...headers, 'Webhook-Id': 'msg_other' } }, 'signature'],
  ['the secret is another', { secret: other }, 'signature'],
  ['the signature has another version', { headers: { ...headers, 'webhook-signature': 'v2,AAAA' } }, 'signature'],
  ['the signature is not base64', { headers: { ...headers, 'webhook-signature': 'v1,%%%' } }, 'signature'],
])('a request is refused if %s', async (_case, change, reason) => {
  await expect(verifyWebhook({ ...webhook, ...change })).rejects.toMatchObject({
    name: 'WebhookVerificationError',
    reason,
  });
});

test('a request of another age is accepted if the caller tolerates it', async () => {
  const now = new Date(1_614_265_930_000);
  expect(await verifyWebhook({ ...webhook, now, toleranceSeconds: 600 })).toBeDefined();
});
