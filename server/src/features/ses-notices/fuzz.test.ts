import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { oddTexts } from '#testing/odd-texts';
import { makeRandom } from '#testing/random-bytes';
import { sesNotice } from '#testing/ses-notice';
import { sesSetup } from '#testing/ses-setup';

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

test('a signed message that is not understood is kept, and the reply is 200 (F28)', async () => {
  const setup = await sesSetup();
  for (const text of strange) expect(await setup.notify(text), text.slice(0, 60)).toMatchObject({ status: 200 });

  const rows = await setup.rows('select state, reason from sns_messages');
  expect(rows).toHaveLength(strange.length);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['KEPT']));
});

test('a notice with any text in it is applied and not refused (F28)', async () => {
  const setup = await sesSetup();
  for (const text of oddTexts(512)) {
    const [bounced, complained, rejected, delayed] = [
      await setup.sent(),
      await setup.sent(),
      await setup.sent(),
      await setup.sent(),
    ];
    const about = (emailId: string) => ({ projectId: setup.project.id, emailId });
    const recipient = { emailAddress: 'ada@example.com', status: '5.1.1', diagnosticCode: text };
    const notices = [
      sesNotice('Bounce', about(bounced), { bounce: { bounceType: 'Permanent', bouncedRecipients: [recipient] } }),
      sesNotice('Complaint', about(complained), { complaint: { complaintFeedbackType: text } }),
      sesNotice('Reject', about(rejected), { reject: { reason: text } }),
      sesNotice('DeliveryDelay', about(delayed), { deliveryDelay: { delayedRecipients: [recipient] } }),
    ];
    for (const notice of notices) expect(await setup.notify(notice)).toMatchObject({ status: 200 });
    expect((await setup.email(bounced)).status).toBe('BOUNCED');
    expect((await setup.email(complained)).status).toBe('COMPLAINED');
    expect((await setup.email(rejected)).status).toBe('FAILED');
  }
}, 60_000);

test('a message of 256 KB is accepted (F28)', async () => {
  const setup = await sesSetup();
  const id = await setup.sent();
  const notice = sesNotice('Delivery', { projectId: setup.project.id, emailId: id }, { padding: 'x'.repeat(250_000) });

  expect(await setup.notify(notice)).toMatchObject({ status: 200 });
  expect(await setup.email(id)).toMatchObject({ status: 'DELIVERED' });
});

test('bodies changed at random are refused, and change nothing (F28)', async () => {
  const seed = randomInt(2 ** 31);
  const random = makeRandom(seed);
  const setup = await sesSetup();
  const id = await setup.sent();
  const good = JSON.stringify(
    setup.sns.notification(sesNotice('Bounce', { projectId: setup.project.id, emailId: id })),
  );
  for (let n = 0; n < 300; n += 1) {
    const body = random.mutated(Buffer.from(good));
    const reply = await setup.post(body.toString('latin1'), {});
    // A change in a field that is not signed, such as the link to unsubscribe, leaves the message valid.
    expect([200, 403], `seed ${seed}, round ${n}`).toContain(reply.status);
    if (reply.status === 200) await setup.client.query(`update emails set status = 'SENT' where id = $1`, [id]);
    else expect((await setup.email(id)).status, `seed ${seed}, round ${n}`).toBe('SENT');
  }
}, 60_000);

test('signed notices changed at random crash nothing and touch no other email (F28)', async () => {
  const seed = randomInt(2 ** 31);
  const random = makeRandom(seed);
  const setup = await sesSetup();
  const [id, bystander] = [await setup.sent(), await setup.sent()];
  for (let n = 0; n < 300; n += 1) {
    const notice = random.mutated(Buffer.from(sesNotice('Bounce', { projectId: setup.project.id, emailId: id })));
    const reply = await setup.notify(notice.toString());
    expect(reply.status, `seed ${seed}, round ${n}: ${notice.toString()}`).toBe(200);
  }

  expect(await setup.email(bystander), `seed ${seed}`).toMatchObject({ status: 'SENT', bounced_at: null });
}, 60_000);
