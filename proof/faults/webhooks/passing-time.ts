import { until } from '../../../server/testing/until.ts';
import type { WebhookSetup } from './setup.ts';

/** Past the lease of a queue whose worker is dead. */
export const leaseSeconds = 50;

interface QueueTimes {
  /** A worker has a queue, or should take one. */
  readonly isBusy: boolean;
  /** Until the next queue is due, or its lease ends; null when none will be. */
  readonly seconds: number | null;
}

async function queueTimes({ client }: WebhookSetup): Promise<QueueTimes> {
  const { rows } = await client.query<QueueTimes>(
    `select coalesce(bool_or(q.lease_until is not null or q.due_at <= now()), false) as "isBusy",
            extract(epoch from min(q.due_at) filter (where q.due_at < 'infinity') - now())::float8 as seconds
       from webhook_queues q join webhook_endpoints w on w.project_id = q.project_id and w.id = q.id and w.enabled`,
  );
  return rows[0] ?? { isBusy: false, seconds: null };
}

/** Waits until no queue is due or held; throws if that does not come. */
export async function settle(setup: WebhookSetup): Promise<void> {
  const isIdle = await until(async () => !(await queueTimes(setup)).isBusy, { seconds: 600 });
  if (!isIdle) throw new Error('the workers do not come to an end');
}

/** Turns the clock to the moment at which the next queue is due. */
export async function leap(setup: WebhookSetup): Promise<void> {
  const { seconds } = await queueTimes(setup);
  if (seconds !== null && seconds > 0) await setup.cluster.turn(Math.ceil(seconds));
}

/** The pauses between attempts, each with what may be added to it (D-1053). */
const pauses = [5, 300, 1_800, 7_200, 18_000].map((seconds) => Math.ceil(1.25 * seconds));

/** Lets time pass in the steps of the schedule until nothing waits; returns how many. Throws if that does not come. */
export async function passUntil(setup: WebhookSetup, isOver: () => Promise<boolean>): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    await settle(setup);
    if (await isOver()) return steps;
    if (steps > 30) throw new Error('deliveries do not come to an end');
    // Queues that no event has woken are found by a schedule, by the clock of the machine.
    await until(async () => (await queueTimes(setup)).seconds !== null || (await isOver()));
    await setup.cluster.turn(pauses[steps] ?? pauses.at(-1) ?? 0);
  }
}
