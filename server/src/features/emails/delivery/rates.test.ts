import { expect, test, vi } from 'vitest';
import { deliverySetup } from '#testing/delivery-setup';
import { startScriptedSmtp } from '#testing/scripted-smtp';

test('mail of a project with a send rate leaves at most at that rate (D-624)', async () => {
  const setup = await deliverySetup();
  await setup.client.query('update projects set send_rate = 10 where id = $1', [setup.project.id]);
  await setup.mails(35);
  const began = performance.now();
  setup.work();
  setup.work();
  await setup.idle();
  const seconds = (performance.now() - began) / 1_000;

  // The mails of one second may leave at once.
  expect(seconds).toBeGreaterThan(2.3);
  expect(setup.relay.received).toHaveLength(35);
});

test('the rate of the installation is shared by its workers (D-624)', async () => {
  const setup = await deliverySetup({ MAIL_RATE_PER_SECOND: '10' });
  await setup.mails(30);
  const began = performance.now();
  setup.work();
  setup.work();
  await setup.idle();

  expect((performance.now() - began) / 1_000).toBeGreaterThan(1.8);
  expect(setup.relay.received).toHaveLength(30);
});

test('a relay with a rate gets at most that rate (D-624)', async () => {
  const relay = await startScriptedSmtp();
  const setup = await deliverySetup({ MAIL_RELAYS: JSON.stringify([{ url: relay.url, ratePerSecond: 10 }]) });
  await setup.mails(25);
  const began = performance.now();
  setup.work();
  await setup.idle();
  await relay.close();

  expect((performance.now() - began) / 1_000).toBeGreaterThan(1.3);
  expect(relay.received).toHaveLength(25);
});

test('while every relay is down mails wait without using attempts, and leave when one is back (F9)', async () => {
  const setup = await deliverySetup();
  setup.relay.script = { greeting: 'close' };
  const ids = await setup.mails(12);
  setup.work();
  // Three failures open the circuit; the other mails are not tried.
  await vi.waitFor(
    async () => {
      const { rows } = await setup.client.query('select count(*)::int as tried from deliveries where attempt > 0');
      expect(rows[0].tried).toBeGreaterThanOrEqual(3);
    },
    { timeout: 10_000 },
  );
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  setup.relay.script = {};
  await vi.waitFor(
    async () => {
      await setup.client.query('update deliveries set due_at = now() where lease_until is null');
      const { rowCount } = await setup.client.query('select from deliveries limit 1');
      expect(rowCount).toBe(0);
    },
    { timeout: 20_000, interval: 500 },
  );

  expect(setup.relay.received).toHaveLength(ids.length);
});
