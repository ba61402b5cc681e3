import { expect, test } from 'vitest';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';

/** Mails whose attachment is larger than the byte budget of a worker: one is sent at a time. */
async function largeMails(setup: DeliverySetup, count: number): Promise<string[]> {
  const blob = crypto.randomUUID();
  await setup.client.query(
    `insert into email_attachments (project_id, id, size, sha256, content) values ($1, $2, 5, sha256('bytes'), 'bytes')`,
    [setup.project.id, blob],
  );
  const file = { filename: 'a.pdf', contentType: 'application/pdf', contentId: null, disposition: 'attachment' };
  // The budget uses the stored size; the bytes themselves are not needed here.
  const attachments = [{ ...file, blob, size: 70 * 1024 * 1024 }];
  return setup.mails(count, { recipient: 'large@example.com', attachments });
}

test('mails with large attachments block neither a receipt nor each other for long', async () => {
  const setup = await deliverySetup();
  setup.relay.script = { dot: { afterMs: 400, reply: '250 2.0.0 Ok' } };
  const [first = ''] = await largeMails(setup, 15);
  const worker = setup.work();
  await setup.until(first, () => expect(setup.relay.commands).toContain('DATA'));

  const [receipt = ''] = await setup.mails(1);
  worker.wake('emails.deliveries');
  await setup.until(receipt, ({ email }) => expect(email.status).toBe('SENT'));

  const before = setup.relay.received.findIndex(({ to }) => to[0] === 'ada@example.com');
  expect(before).toBeLessThan(6); // one large mail at a time; if small mail could not pass, the receipt would be the last
  await setup.idle();
  expect(setup.relay.received).toHaveLength(16);
});

test('mails that wait for the byte budget are released when their worker stops, even if the mail before them does not end', async () => {
  const setup = await deliverySetup({ SHUTDOWN_SECONDS: '2' });
  setup.relay.script = { dot: { afterMs: 8_000, reply: '250 2.0.0 Ok' } };
  const ids = await largeMails(setup, 3);
  const worker = setup.work();
  await setup.until(ids[0] ?? '', () => expect(setup.relay.received).toHaveLength(1));

  await worker.stop();

  const { rows } = await setup.client.query(
    'select phase, lease_until is not null as held from deliveries order by phase',
  );
  expect(rows).toEqual([
    { phase: 'COMMITTING', held: true },
    { phase: null, held: false },
    { phase: null, held: false },
  ]);
});
