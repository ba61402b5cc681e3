import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { oddTexts } from '#testing/odd-texts';
import { makeRandom } from '#testing/random-bytes';
import { sesNotice } from '#testing/ses-notice';
import { sesYard } from '#testing/ses-yard';

const strange = [
  'no JSON at all',
  '',
  '[]',
  'null',
  '17',
  '{}',
  '{"eventType":"Brand New"}',
  '{"eventType":17}',
  '{"eventType":"Bounce"}',
  '{"eventType":"Bounce","mail":null,"bounce":[]}',
  '{"eventType":"Bounce","mail":{"tags":{"project":[{}],"email":"x","attempt":[-1]}}}',
  '{"eventType":"Complaint","mail":{"tags":"x"},"complaint":{"timestamp":"never"}}',
  '{"notificationType":"Delivery","mail":{"headers":[null,1,{"name":"Message-ID"}]}}',
  '{"__proto__":{"eventType":"Bounce"},"constructor":{"prototype":{}}}',
  '{"eventType":"Bounce\\u0000","mail":{}}',
  `{"eventType":"${'x'.repeat(200_000)}"}`,
  `${'['.repeat(20_000)}`,
  'ÿþ\u0000\u0001 \ud83d',
];

test('F28 a signed message that nobody understands is kept and answered with 200', async () => {
  const yard = await sesYard();
  for (const text of strange) expect(await yard.notify(text), text.slice(0, 60)).toMatchObject({ status: 200 });

  const rows = await yard.rows('select state, reason from sns_messages');
  expect(rows).toHaveLength(strange.length);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['KEPT']));
});

test('F28 whatever words a notice carries, it is applied and not refused', async () => {
  const yard = await sesYard();
  for (const text of oddTexts(512)) {
    const [bounced, complained, rejected, delayed] = [
      await yard.sent(),
      await yard.sent(),
      await yard.sent(),
      await yard.sent(),
    ];
    const about = (emailId: string) => ({ projectId: yard.project.id, emailId });
    const recipient = { emailAddress: 'ada@example.com', status: '5.1.1', diagnosticCode: text };
    const notices = [
      sesNotice('Bounce', about(bounced), { bounce: { bounceType: 'Permanent', bouncedRecipients: [recipient] } }),
      sesNotice('Complaint', about(complained), { complaint: { complaintFeedbackType: text } }),
      sesNotice('Reject', about(rejected), { reject: { reason: text } }),
      sesNotice('DeliveryDelay', about(delayed), { deliveryDelay: { delayedRecipients: [recipient] } }),
    ];
    for (const notice of notices) expect(await yard.notify(notice)).toMatchObject({ status: 200 });
    expect((await yard.email(bounced)).status).toBe('BOUNCED');
    expect((await yard.email(complained)).status).toBe('COMPLAINED');
    expect((await yard.email(rejected)).status).toBe('FAILED');
  }
}, 60_000);

test('F28 a message of 256 KB is taken', async () => {
  const yard = await sesYard();
  const id = await yard.sent();
  const notice = sesNotice('Delivery', { projectId: yard.project.id, emailId: id }, { padding: 'x'.repeat(250_000) });

  expect(await yard.notify(notice)).toMatchObject({ status: 200 });
  expect(await yard.email(id)).toMatchObject({ status: 'DELIVERED' });
});

test('F28 bodies changed at random are refused, and change nothing', async () => {
  const seed = randomInt(2 ** 31);
  const random = makeRandom(seed);
  const yard = await sesYard();
  const id = await yard.sent();
  const good = JSON.stringify(yard.sns.notification(sesNotice('Bounce', { projectId: yard.project.id, emailId: id })));
  for (let n = 0; n < 300; n += 1) {
    const body = random.mutated(Buffer.from(good));
    const reply = await yard.app.anyone.request('POST', '/webhooks/ses', body.toString('latin1'), {});
    // A change in a field that is not signed, such as the link to unsubscribe, leaves the message good.
    expect([200, 403], `seed ${seed}, round ${n}`).toContain(reply.status);
    if (reply.status === 200) await yard.client.query(`update emails set status = 'SENT' where id = $1`, [id]);
    else expect((await yard.email(id)).status, `seed ${seed}, round ${n}`).toBe('SENT');
  }
}, 60_000);

test('F28 signed notices changed at random crash nothing and touch no other email', async () => {
  const seed = randomInt(2 ** 31);
  const random = makeRandom(seed);
  const yard = await sesYard();
  const [id, bystander] = [await yard.sent(), await yard.sent()];
  for (let n = 0; n < 300; n += 1) {
    const notice = random.mutated(Buffer.from(sesNotice('Bounce', { projectId: yard.project.id, emailId: id })));
    const reply = await yard.notify(notice.toString());
    expect(reply.status, `seed ${seed}, round ${n}: ${notice.toString()}`).toBe(200);
  }

  expect(await yard.email(bystander), `seed ${seed}`).toMatchObject({ status: 'SENT', bounced_at: null });
}, 60_000);
