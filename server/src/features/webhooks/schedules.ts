import { enqueueIn, every, type InstanceContext } from '#platform/context';
import { firstIdAt, readId } from '#platform/ids';
import { limits } from '#pure/limits';
import { checkFailing, disableHours, mailHours } from './check-failing.ts';
import { clearQueue } from './clear-queue.ts';
import { webhookQueues } from './send/queue-spool.ts';

const maxQueues = 1_000;
const dayMs = 86_400_000;

/** Finds deliveries that no worker looks at; without it they wait for the next event of their endpoint. */
export const wakeQueues = every({ minutes: 1 }, 'webhooks.wake-queues', async (ctx) => {
  const [row] = await ctx.dispatch<{ wake_webhook_queues: number }>('wake_webhook_queues', [maxQueues]);
  if (row && row.wake_webhook_queues > 0) webhookQueues.wake();
});

/** Finds endpoints with deliveries that nothing will send. */
export const findOverfull = every({ minutes: 10 }, 'webhooks.find-overfull', async (ctx) => {
  const oldest = firstIdAt(new Date(ctx.clock.now().getTime() - limits.webhookWaitDays * dayMs));
  const found = await ctx.dispatch<FoundEndpoint>('overfull_webhook_queues', [
    ...[oldest, limits.webhookDeliveriesWaiting, maxQueues],
  ]);
  await forEachEndpoint(found, (projectId, endpointId) =>
    enqueueIn(ctx, projectId, clearQueue, { endpointId }, { mergeKey: endpointId }),
  );
});

/** Finds endpoints that have failed for a day, or for three. */
export const findFailing = every({ minutes: 10 }, 'webhooks.find-failing', async (ctx: InstanceContext) => {
  const found = await ctx.dispatch<FoundEndpoint>('failing_webhook_endpoints', [mailHours, disableHours, maxQueues]);
  await forEachEndpoint(found, (projectId, endpointId) =>
    enqueueIn(ctx, projectId, checkFailing, { endpointId }, { mergeKey: endpointId }),
  );
});

interface FoundEndpoint {
  readonly project_id: string;
  readonly endpoint_id: string;
}

type ProjectIdOf = Parameters<typeof enqueueIn>[1];

async function forEachEndpoint(
  found: readonly FoundEndpoint[],
  work: (projectId: ProjectIdOf, endpointId: string) => Promise<unknown>,
): Promise<void> {
  for (const { project_id: text, endpoint_id: endpointId } of found) {
    const projectId = readId<'project'>(text);
    if (projectId) await work(projectId, endpointId);
  }
}
