import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sesNotice } from '@postrider/server/testing/ses-notice';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import type { Subject } from '../conventions/request.ts';
import { type Entry, entry, it } from '../entry.ts';
import { answeredWhole, refused } from '../world/expect.ts';
import { stripe } from './stripe.ts';

const path = '/webhooks/ses';
const headers = { 'content-type': 'text/plain; charset=UTF-8' };

const subject: Subject = {
  endpoint: 'POST /webhooks/ses',
  status: 200,
  request: async ({ sns }, { project }) => ({
    path,
    headers,
    raw: JSON.stringify(sns.notification(sesNotice('Delivery', { projectId: project.id, emailId: randomUUID() }))),
  }),
};

const ses = entry(
  'POST /webhooks/ses',
  openEndpoint(subject),
  it('accepts a signed notice of a listed topic, and the same one again (D-680)', async (world) => {
    const { project } = await world.own();
    const raw = JSON.stringify(
      world.sns.notification(sesNotice('Open', { projectId: project.id, emailId: randomUUID() })),
    );
    for (let turn = 0; turn < 2; turn += 1) {
      answeredWhole(await world.anyone().send({ method: 'POST', path, headers, raw }), 200, { ok: true });
    }
  }),
  it('stores what it does not understand and returns 200', async (world) => {
    const raw = JSON.stringify(world.sns.notification('not JSON'));
    answeredWhole(await world.anyone().send({ method: 'POST', path, headers, raw }), 200, { ok: true });
  }),
  it('refuses a foreign topic, a wrong signature and anything else alike, without an outgoing request (D-680)', async (world) => {
    const { sns } = world;
    const before = sns.connections;
    const forged = [
      sns.notification('{}', { TopicArn: 'arn:aws:sns:eu-west-1:999999999999:other' }),
      { ...sns.notification('{}'), Message: '{"changed":true}' },
      { ...sns.notification('{}'), SigningCertURL: 'https://sns.example.com/SimpleNotificationService-1.pem' },
      {},
    ];
    for (const raw of [...forged.map((message) => JSON.stringify(message)), '', 'nonsense']) {
      refused(await world.anyone().send({ method: 'POST', path, headers, raw }), 403, 'FORBIDDEN', {
        reason: 'NOT_TRUSTED',
      });
    }
    assert.equal(sns.connections, before);
  }),
  it('confirms a subscription of a listed topic', async (world) => {
    const Token = randomUUID();
    const raw = JSON.stringify(world.sns.sign(world.sns.fields('SubscriptionConfirmation', { Token })));
    answeredWhole(await world.anyone().send({ method: 'POST', path, headers, raw }), 200, { ok: true });
    assert.ok(world.sns.confirmed.includes(Token));
  }),
  it('accepts at most a megabyte', async (world) => {
    const reply = await world.anyone().send({ method: 'POST', path, headers, raw: 'x'.repeat(1_048_577) });
    refused(reply, 413, 'PAYLOAD_TOO_LARGE');
  }),
);

export const webhookEntries: readonly Entry[] = [ses, stripe];
