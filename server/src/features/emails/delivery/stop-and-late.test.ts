import { expect, test, vi } from 'vitest';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { lockWaits } from '#testing/lock-waits';
import { heldReply } from '#testing/scripted-smtp';
import { connect } from '#testing/spool-setup';

test('a stop before the gate releases mails at once; after the gate it waits for the answer (promises 3.8)', async () => {
  const setup = await deliverySetup();
  setup.relay.script = { data: heldReply('354 go on').act };
  const [early = ''] = await setup.mails(1);
  const first = setup.work();
  await vi.waitFor(() => expect(setup.relay.commands).toContain('DATA'), { timeout: 10_000 });

  const began = performance.now();
  await first.stop(); // the relay never replies
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(await setup.stateOf(early)).toMatchObject({
    email: { status: 'QUEUED' },
    delivery: { phase: null, fence: null, lease_until: null, attempt: 0, claims: 0 },
  });

  const accepted = heldReply('250 2.0.0 Ok');
  setup.relay.script = { dot: accepted.act };
  const second = setup.work();
  await setup.until(early, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING' }));
  const stopping = second.stop();
  await new Promise((resolve) => setTimeout(resolve, 300));
  accepted.release();
  await stopping;
  expect((await setup.stateOf(early)).email).toMatchObject({ status: 'SENT', attempts: 1 });
  expect(setup.relay.received).toHaveLength(1);
});

test('a late answer settles the mail while no later attempt has passed the gate (promises 3.5)', async () => {
  const setup = await deliverySetup();
  const accepted = heldReply('250 2.0.0 Ok');
  setup.relay.script = { dot: accepted.act };
  const [id = ''] = await setup.mails(1);
  setup.work();
  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING', attempt: 1 }));

  // Another worker found the row in doubt meanwhile.
  await setup.client.query(
    `update deliveries set phase = 'UNKNOWN', unknown_at = now(), fence = null, lease_until = null,
            due_at = now() + interval '5 minutes' where id = $1`,
    [id],
  );
  accepted.release();
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({
    status: 'SENT',
    unconfirmed: false,
    duplicate_possible: false,
  });
  expect(setup.relay.received).toHaveLength(1);
});

test('an answer after a later attempt has passed is kept as evidence and nothing else (promises 3.5)', async () => {
  const setup = await deliverySetup();
  const accepted = heldReply('250 2.0.0 Ok');
  setup.relay.script = { dot: accepted.act };
  const [id = ''] = await setup.mails(1);
  setup.work();
  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'COMMITTING', attempt: 1 }));

  await setup.client.query(
    `update deliveries set attempt = 2, repeats = 1, fence = gen_random_uuid(), lease_until = now() + interval '5 minutes'
      where id = $1`,
    [id],
  );
  accepted.release();
  await setup.until(id, ({ attempts }) => expect(attempts).toMatchObject([{ attempt: 1, outcome: 'ACCEPTED' }]));

  expect(await setup.stateOf(id)).toMatchObject({
    email: { status: 'QUEUED' },
    delivery: { attempt: 2, phase: 'COMMITTING' },
  });
});

test('a connection lost between the gate and the dot is retried under the same claim: one copy, no doubt (F17)', async () => {
  const setup = await deliverySetup();
  const [id = ''] = await setup.mails(1);
  const lock = await connect(setup.app.databaseUrl);
  // Delays the gate's statement until the relay has closed the connection.
  const goOn = heldReply('354 go on');
  setup.relay.script = { data: goOn.act };
  setup.work();
  await vi.waitFor(() => expect(setup.relay.commands).toContain('DATA'), { timeout: 10_000 });
  await lock.query('begin');
  await lock.query('select from deliveries where id = $1 for update', [id]);
  goOn.release();
  await untilGateWaits(setup);
  setup.relay.script = {};
  setup.relay.cut();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await lock.query('rollback');
  await lock.end();
  await setup.idle();

  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'SENT', attempts: 2, duplicate_possible: false });
  expect(setup.relay.received).toHaveLength(1);
});

test('a relay that goes down between the gate and the dot is on the record of every mail it had (F9)', async () => {
  const setup = await deliverySetup();
  const ids = await setup.mails(6);
  const lock = await connect(setup.app.databaseUrl);
  const goOn = heldReply('354 go on');
  setup.relay.script = { data: goOn.act };
  setup.work();
  await vi.waitFor(
    () => expect(setup.relay.commands.filter((command) => command === 'DATA')).toHaveLength(ids.length),
    {
      timeout: 10_000,
    },
  );
  await lock.query('begin');
  await lock.query('select from deliveries where id = any($1) for update', [ids]);
  goOn.release();
  await untilGateWaits(setup);
  await new Promise((resolve) => setTimeout(resolve, 800)); // the other mails reach the gate
  // Six failures at once: before a second try begins, the relay counts as down.
  setup.relay.script = { greeting: 'close' };
  setup.relay.cut();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await lock.query('rollback');
  await lock.end();

  for (const id of ids) {
    await setup.until(id, ({ attempts }) => expect(attempts).toMatchObject([{ outcome: 'DEFERRED' }]));
    expect(await setup.stateOf(id)).toMatchObject({ email: { status: 'QUEUED' }, delivery: { phase: null } });
  }
});

/** The gate's statement waits for a row that the test has locked. */
const untilGateWaits = ({ client }: DeliverySetup): Promise<void> =>
  vi.waitFor(async () => expect(await lockWaits(client)).toBeGreaterThan(0), { timeout: 10_000 });
