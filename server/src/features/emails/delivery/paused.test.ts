import { expect, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { beginWorkerPause } from '#platform/worker-pause';
import { deliverySetup } from '#testing/delivery-setup';
import { until } from '#testing/until';

test('a pause stops the mail of workers that run already, at the gate, and they go on when it ends', async () => {
  const setup = await deliverySetup();
  const ctx = instanceContext(setup.app.app.services);
  const worker = setup.work();
  await setup.mails(2);
  await setup.idle();

  const pause = await beginWorkerPause(ctx);
  const again = await beginWorkerPause(ctx);
  const [id = ''] = await setup.mails(1);
  const held = `select from deliveries d join emails e on e.id = d.id
                 where d.id = $1 and d.lease_until is null and d.due_at > e.created_at + interval '900 milliseconds'`;
  expect(await until(async () => ((await setup.client.query(held, [id])).rowCount ?? 0) > 0)).toBe(true);

  expect([pause.isNew, again.isNew, again.pausedAt]).toEqual([true, false, pause.pausedAt]);
  expect(setup.relay.received).toHaveLength(2);
  await setup.client.query('delete from worker_pause');
  await setup.idle();
  expect(setup.relay.received).toHaveLength(3);
  await worker.stop();
}, 120_000);

test('what was accepted since the last mail that is known to have left is new, however long ago the server was started', async () => {
  const setup = await deliverySetup();
  const ctx = instanceContext(setup.app.app.services);
  const { rows } = await setup.client.query<{ at: Date }>('select pg_postmaster_start_time() as at');
  const started = rows[0]?.at ?? new Date();
  const pausedAfter = async (lastLeft: Date): Promise<Date> => {
    const { pausedAt } = await beginWorkerPause(ctx, lastLeft.toISOString());
    await setup.client.query('delete from worker_pause');
    return pausedAt;
  };
  const later = new Date(Math.ceil(started.getTime() / 1_000) * 1_000 + 60_000);

  expect(await pausedAfter(later)).toEqual(later);
  expect(Math.abs((await pausedAfter(new Date(0))).getTime() - started.getTime())).toBeLessThan(2);
});

test('two that notice at once have the same pause', async () => {
  const setup = await deliverySetup();
  const ctx = instanceContext(setup.app.app.services);

  const pauses = await Promise.all(Array.from({ length: 8 }, () => beginWorkerPause(ctx, new Date().toISOString())));

  expect(pauses.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(pauses.map(({ pausedAt }) => pausedAt.getTime())).size).toBe(1);
});
