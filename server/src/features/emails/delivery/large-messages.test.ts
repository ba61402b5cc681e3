import { expect, test } from 'vitest';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';

/** Mails whose attachment is larger than what a worker may hold: one goes at a time. */
async function largeMails(yard: DeliveryYard, count: number): Promise<string[]> {
  const blob = crypto.randomUUID();
  await yard.client.query(
    `insert into email_attachments (project_id, id, size, sha256, content) values ($1, $2, 5, sha256('bytes'), 'bytes')`,
    [yard.project.id, blob],
  );
  const file = { filename: 'a.pdf', contentType: 'application/pdf', contentId: null, disposition: 'attachment' };
  // The budget goes by the size that was noted; the bytes themselves are not needed here.
  const attachments = [{ ...file, blob, size: 70 * 1024 * 1024 }];
  return yard.mails(count, { recipient: 'large@example.com', attachments });
}

test('mails with large attachments hold up neither a receipt nor each other for good', async () => {
  const yard = await deliveryYard();
  yard.relay.script = { dot: { afterMs: 400, reply: '250 2.0.0 Ok' } };
  const [first = ''] = await largeMails(yard, 15);
  const worker = yard.work();
  await yard.until(first, () => expect(yard.relay.commands).toContain('DATA'));

  const [receipt = ''] = await yard.mails(1);
  worker.wake('emails.deliveries');
  await yard.until(receipt, ({ email }) => expect(email.status).toBe('SENT'));

  const before = yard.relay.received.findIndex(({ to }) => to[0] === 'ada@example.com');
  expect(before).toBeLessThan(6); // one large mail at a time; without a way past them the receipt is the last of all
  await yard.idle();
  expect(yard.relay.received).toHaveLength(16);
});

test('mails that wait for bytes go back when their worker stops, though the one they wait for does not end', async () => {
  const yard = await deliveryYard({ SHUTDOWN_SECONDS: '2' });
  yard.relay.script = { dot: { afterMs: 8_000, reply: '250 2.0.0 Ok' } };
  const ids = await largeMails(yard, 3);
  const worker = yard.work();
  await yard.until(ids[0] ?? '', () => expect(yard.relay.received).toHaveLength(1));

  await worker.stop();

  const { rows } = await yard.client.query(
    'select phase, lease_until is not null as held from deliveries order by phase',
  );
  expect(rows).toEqual([
    { phase: 'COMMITTING', held: true },
    { phase: null, held: false },
    { phase: null, held: false },
  ]);
});
