import { sql } from 'kysely';
import { WebhookSecretUnreadable } from '#features/projects';
import type { ProjectContext } from '#platform/context';
import { NoFreeSlot } from '#platform/shares';
import type { Claim, ClaimEnding } from '#platform/spool';
import { limits } from '#pure/limits';
import type { DeliveryId, EndpointId } from '../endpoint.ts';
import { makeQueueDue } from '../queue-rows.ts';
import { lookAtQueue } from './look-at-queue.ts';
import { sendDelivery } from './send-delivery.ts';

/** How long one endpoint has its turn while others may wait; calls that have begun are finished. */
const turnMilliseconds = 10_000;
/** Until a look for deliveries that were committed while the last ones were sent. */
const lastLookSeconds = 1;
const noSlotSeconds = 1;
/** Until the operator has listed the key that opens the endpoint's secret. */
const unreadableSeconds = 60;

/**
 * Sends what is due for one endpoint. A worker that dies leaves its deliveries as they were: they are sent once more, with the same id
 * and the same number.
 */
export async function workQueue(ctx: ProjectContext, claim: Claim): Promise<ClaimEnding> {
  const end = performance.now() + turnMilliseconds;
  const mayGoOn = (): boolean => !claim.signal.aborted && performance.now() < end;
  const endpointId = claim.id as EndpointId; // its queue has the same id
  for (let hasSent = false; ; hasSent = true) {
    const look = await ctx.read((reader) => lookAtQueue(reader, endpointId));
    if (look.kind === 'gone') return 'ended'; // its queue went with it
    if (look.kind === 'rests') return hasSent ? { afterSeconds: lastLookSeconds } : rest(ctx, claim, look.until);
    const ending = await sendAll(ctx, endpointId, look.ids, mayGoOn);
    if (ending) return ending;
    if (!mayGoOn()) return 'released';
  }
}

/** Sends these, a few at once. Returns how the claim ends if they cannot all be sent now. */
async function sendAll(
  ctx: ProjectContext,
  endpointId: EndpointId,
  ids: readonly DeliveryId[],
  mayGoOn: () => boolean,
): Promise<ClaimEnding | null> {
  const left = [...ids];
  let isStopped = false;
  const sendNext = async (): Promise<void> => {
    while (!isStopped && mayGoOn()) {
      const id = left.shift();
      if (id === undefined) return;
      const sent = await sendDelivery(ctx, endpointId, id);
      if (sent === 'stop') isStopped = true;
    }
  };
  const senders = Array.from({ length: limits.webhookCallsPerEndpoint }, async () => {
    try {
      await sendNext();
      return null;
    } catch (error) {
      isStopped = true;
      return endingAfter(ctx, error);
    }
  });
  // Why all are awaited before one may throw: a call that is under way must not outlive the claim.
  const endings = await Promise.allSettled(senders);
  for (const ended of endings) if (ended.status === 'rejected') throw ended.reason;
  return endings.flatMap((ended) => (ended.status === 'fulfilled' && ended.value ? [ended.value] : []))[0] ?? null;
}

function endingAfter(ctx: ProjectContext, error: unknown): ClaimEnding {
  if (error instanceof NoFreeSlot) return { afterSeconds: noSlotSeconds };
  if (!(error instanceof WebhookSecretUnreadable)) throw error;
  ctx.log.error({ error }, 'webhook deliveries wait: the secret of an endpoint cannot be read');
  return { afterSeconds: unreadableSeconds };
}

/** The queue is due again at that moment, or when its first delivery is; without either it waits for the next event. */
async function rest(ctx: ProjectContext, claim: Claim, until: Date | null): Promise<ClaimEnding> {
  await ctx.transaction(async ({ db, projectId }) => {
    await sql`
      update webhook_queues set fence = null, lease_until = null, claims = 0,
             due_at = greatest(now(), coalesce(${until}::timestamptz, 'infinity'))
       where project_id = ${projectId} and id = ${claim.id} and fence = ${claim.fence}`.execute(db);
  });
  // A delivery that was committed since the look has found the queue held, and has not made it due.
  const endpointId = claim.id as EndpointId; // its queue has the same id
  const look = await ctx.read((reader) => lookAtQueue(reader, endpointId));
  if (look.kind === 'due') await ctx.transaction((tx) => makeQueueDue(tx, endpointId));
  return 'ended';
}
