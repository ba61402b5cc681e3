import { expect, test, vi } from 'vitest';
import { deliveryYard } from '#testing/delivery-yard';

test('3.8 a stop before the gate gives mails back at once; after it the answer is waited for', async () => {
  const yard = await deliveryYard();
  yard.relay.script = { data: { afterMs: 3_000, reply: '354 go on' } };
  const [early = ''] = await yard.mails(1);
  const first = yard.work();
  await vi.waitFor(() => expect(yard.relay.commands).toContain('DATA'), { timeout: 10_000 });

  const began = performance.now();
  await first.stop();
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(await yard.look(early)).toMatchObject({
    email: { status: 'QUEUED' },
    delivery: { phase: null, fence: null, lease_until: null, attempt: 0, claims: 0 },
  });

  yard.relay.script = { dot: { afterMs: 1_500, reply: '250 2.0.0 Ok' } };
  const second = yard.work();
  await yard.until(early, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
  await second.stop();
  expect((await yard.look(early)).email).toMatchObject({ status: 'SENT', attempts: 1 });
  expect(yard.relay.received).toHaveLength(1);
});

test('3.5 a late answer settles the mail while no later attempt has passed the gate', async () => {
  const yard = await deliveryYard();
  yard.relay.script = { dot: { afterMs: 1_500, reply: '250 2.0.0 Ok' } };
  const [id = ''] = await yard.mails(1);
  yard.work();
  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING', attempt: 1 }));

  // Another worker found the row in doubt meanwhile.
  await yard.client.query(
    `update deliveries set phase = 'UNKNOWN', unknown_at = now(), fence = null, lease_until = null,
            due_at = now() + interval '5 minutes' where id = $1`,
    [id],
  );
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', unconfirmed: false, duplicate_possible: false });
  expect(yard.relay.received).toHaveLength(1);
});

test('3.5 an answer after a later attempt has passed is kept as evidence and nothing else', async () => {
  const yard = await deliveryYard();
  yard.relay.script = { dot: { afterMs: 1_500, reply: '250 2.0.0 Ok' } };
  const [id = ''] = await yard.mails(1);
  yard.work();
  await yard.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING', attempt: 1 }));

  await yard.client.query(
    `update deliveries set attempt = 2, repeats = 1, fence = gen_random_uuid(), lease_until = now() + interval '5 minutes'
      where id = $1`,
    [id],
  );
  await yard.until(id, ({ attempts }) => expect(attempts).toMatchObject([{ attempt: 1, outcome: 'ACCEPTED' }]));

  expect(await yard.look(id)).toMatchObject({
    email: { status: 'QUEUED' },
    delivery: { attempt: 2, phase: 'COMMITTING' },
  });
});

test('F17 a link lost between the gate and the dot is tried again under the same claim: one copy, no doubt', async () => {
  const yard = await deliveryYard();
  const [id = ''] = await yard.mails(1);
  const lock = await import('#testing/spool-yard').then(({ connect }) => connect(yard.app.databaseUrl));
  // Holds the gate's statement back until the relay has hung up.
  yard.relay.script = { data: { afterMs: 300, reply: '354 go on' } };
  yard.work();
  await vi.waitFor(() => expect(yard.relay.commands).toContain('DATA'), { timeout: 10_000 });
  await lock.query('begin');
  await lock.query('select from deliveries where id = $1 for update', [id]);
  await new Promise((resolve) => setTimeout(resolve, 800));
  yard.relay.script = {};
  yard.relay.cut();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await lock.query('rollback');
  await lock.end();
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', attempts: 2, duplicate_possible: false });
  expect(yard.relay.received).toHaveLength(1);
});
