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

  const pause = await beginWorkerPause(ctx, 'operator');
  const again = await beginWorkerPause(ctx, 'operator');
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
