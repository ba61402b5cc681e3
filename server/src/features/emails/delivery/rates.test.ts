import { expect, test, vi } from 'vitest';
import { deliveryYard } from '#testing/delivery-yard';
import { startScriptedSmtp } from '#testing/scripted-smtp';

test('D-624 a project with a send rate leaves at that rate and not faster, whatever waits', async () => {
  const yard = await deliveryYard();
  await yard.client.query('update projects set send_rate = 10 where id = $1', [yard.project.id]);
  await yard.mails(35);
  const began = performance.now();
  yard.work();
  yard.work();
  await yard.idle();
  const seconds = (performance.now() - began) / 1_000;

  // One second's worth may leave at once.
  expect(seconds).toBeGreaterThan(2.3);
  expect(yard.relay.received).toHaveLength(35);
});

test('D-624 the rate of the installation is shared by its workers', async () => {
  const yard = await deliveryYard({ MAIL_RATE_PER_SECOND: '10' });
  await yard.mails(30);
  const began = performance.now();
  yard.work();
  yard.work();
  await yard.idle();

  expect((performance.now() - began) / 1_000).toBeGreaterThan(1.8);
  expect(yard.relay.received).toHaveLength(30);
});

test('D-624 a relay with a rate gets no more than that', async () => {
  const relay = await startScriptedSmtp();
  const yard = await deliveryYard({ MAIL_RELAYS: JSON.stringify([{ url: relay.url, ratePerSecond: 10 }]) });
  await yard.mails(25);
  const began = performance.now();
  yard.work();
  await yard.idle();
  await relay.close();

  expect((performance.now() - began) / 1_000).toBeGreaterThan(1.3);
  expect(relay.received).toHaveLength(25);
});

test('F9 while every relay is down mails wait without losing attempts, and leave when one is back', async () => {
  const yard = await deliveryYard();
  yard.relay.script = { greeting: 'close' };
  const ids = await yard.mails(12);
  yard.work();
  // Three failures open the circuit; the rest is not tried.
  await vi.waitFor(
    async () => {
      const { rows } = await yard.client.query('select count(*)::int as tried from deliveries where attempt > 0');
      expect(rows[0].tried).toBeGreaterThanOrEqual(3);
    },
    { timeout: 10_000 },
  );
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  yard.relay.script = {};
  await vi.waitFor(
    async () => {
      await yard.client.query('update deliveries set due_at = now() where lease_until is null');
      const { rowCount } = await yard.client.query('select from deliveries limit 1');
      expect(rowCount).toBe(0);
    },
    { timeout: 20_000, interval: 500 },
  );

  expect(yard.relay.received).toHaveLength(ids.length);
});
