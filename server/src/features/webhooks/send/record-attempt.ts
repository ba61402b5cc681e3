import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import { clearQueue } from '../clear-queue.ts';
import { type DeliveryId, type EndpointId, withoutFailures } from '../endpoint.ts';
import type { EndpointReply } from './call-endpoint.ts';
import type { LoadedDelivery } from './load-delivery.ts';
import { maxLateMs, probePause, retryPause } from './retry-plan.ts';

/** `lastSuccessAt` may be so much older than the last success: then a success writes nothing to the endpoint. */
const successMinutes = 1;

/**
 * Stores what came of an attempt, once: a delivery that another worker has tried meanwhile, or that is gone, stays as it is. Returns
 * whether the endpoint may be called again at once. The endpoint is always locked before its deliveries.
 */
export async function recordAttempt(tx: ProjectTx, delivery: LoadedDelivery, reply: EndpointReply): Promise<boolean> {
  if (reply.isSuccess) {
    await recordSuccess(tx, delivery.endpointId);
    await endDelivery(tx, delivery, reply, 'succeeded');
    return true;
  }
  if (!(await lockCalled(tx, delivery))) {
    await postpone(tx, delivery, reply, true);
    return true;
  }
  if (reply.isGone) {
    await disableEndpoint(tx, delivery.endpointId, 'GONE');
    await endDelivery(tx, delivery, reply, 'failed');
    return false;
  }
  const isFailing = await recordFailure(tx, delivery.endpointId, reply);
  await postpone(tx, delivery, reply, isFailing);
  return !isFailing;
}

/** A delivery whose event is gone is not logged: there is nothing to show (D-1051). */
export async function dropDelivery(
  { db, projectId }: ProjectTx,
  endpointId: EndpointId,
  id: DeliveryId,
): Promise<void> {
  await db
    .deleteFrom('webhookDeliveries')
    .where('projectId', '=', projectId)
    .where('endpointId', '=', endpointId)
    .where('id', '=', id)
    .execute();
}

async function endDelivery(
  { db, projectId }: ProjectTx,
  { endpointId, id, tries }: LoadedDelivery,
  { attempt }: EndpointReply,
  status: 'succeeded' | 'failed',
): Promise<void> {
  await sql`
    with ended as (
      delete from webhook_deliveries
       where project_id = ${projectId} and endpoint_id = ${endpointId} and id = ${id} and tries = ${tries}
      returning *)
    insert into webhook_delivery_log (project_id, endpoint_id, id, event_id, event_at, contact_id, type, status, attempts)
    select project_id, endpoint_id, id, event_id, event_at, contact_id, type, ${status},
           coalesce(attempts, '[]') || ${JSON.stringify(attempt)}::jsonb
      from ended`.execute(db);
}

/** False: the endpoint is gone, or has another URL by now. What the former one replied says nothing about it, and it is called at once. */
async function lockCalled({ db, projectId }: ProjectTx, { endpointId, url }: LoadedDelivery): Promise<boolean> {
  const row = await db
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', endpointId)
    .where('url', '=', url)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** With `keepsPlace` it is due as before: of a failing endpoint the same delivery is tried again, and the endpoint says when. */
async function postpone(
  tx: ProjectTx,
  delivery: LoadedDelivery,
  reply: EndpointReply,
  keepsPlace: boolean,
): Promise<void> {
  const { endpointId, id, tries } = delivery;
  const { attempt, retryAfterSeconds } = reply;
  const pause = retryPause({ tries: tries + 1, retryAfterSeconds, spread: Math.random() });
  if (pause === null) {
    await endDelivery(tx, delivery, reply, 'failed');
    return;
  }
  await sql`
    update webhook_deliveries
       set tries = tries + 1, attempts = coalesce(attempts, '[]') || ${JSON.stringify(attempt)}::jsonb,
           due_at = case when ${keepsPlace} then due_at else now() + make_interval(secs => ${pause}) end
     where project_id = ${tx.projectId} and endpoint_id = ${endpointId} and id = ${id} and tries = ${tries}`.execute(
    tx.db,
  );
}

async function recordSuccess({ db, projectId, now }: ProjectTx, id: EndpointId): Promise<void> {
  await db
    .updateTable('webhookEndpoints')
    .set({ ...withoutFailures, lastSuccessAt: now })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([
        eb('failures', '>', 0),
        eb('lastSuccessAt', 'is', null),
        eb('lastSuccessAt', '<', new Date(now.getTime() - successMinutes * 60_000)),
      ]),
    )
    .execute();
}

/** Counts a failure; returns whether the endpoint is failing. Of two calls at once one decides when the next one is made. */
async function recordFailure(tx: ProjectTx, id: EndpointId, { retryAfterSeconds }: EndpointReply): Promise<boolean> {
  const { db, projectId, now } = tx;
  const counted = await db
    .updateTable('webhookEndpoints')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where('enabled', '=', true)
    .returning(['failures', 'failingSince', 'probes', 'nextProbeAt'])
    .executeTakeFirst();
  if (!counted) return true;
  if (counted.failures < limits.webhookFailures) return false;
  if (counted.nextProbeAt && counted.nextProbeAt > now) return true;
  const probes = counted.probes + 1;
  const pause = probePause({ tries: probes, retryAfterSeconds, spread: Math.random() });
  await db
    .updateTable('webhookEndpoints')
    .set({
      failingSince: failingSince(counted, now),
      probes,
      nextProbeAt: new Date(now.getTime() + pause * 1_000),
    })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
  return true;
}

/** Time in which it was due and not called does not count: its project was disabled, or nothing waited (D-1053). */
function failingSince(known: { failingSince: Date | null; nextProbeAt: Date | null }, now: Date): Date {
  if (!known.failingSince) return now;
  const lateMs = known.nextProbeAt ? now.getTime() - known.nextProbeAt.getTime() : 0;
  return lateMs < maxLateMs ? known.failingSince : new Date(known.failingSince.getTime() + lateMs);
}

/** From now on it gets nothing; what waits for it is abandoned in the background. */
export async function disableEndpoint(tx: ProjectTx, id: EndpointId, reason: 'GONE' | 'FAILING'): Promise<void> {
  await tx.db
    .updateTable('webhookEndpoints')
    .set({ enabled: false, disabledReason: reason, updatedAt: tx.now })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .where('enabled', '=', true)
    .execute();
  await tx.enqueue(clearQueue, { endpointId: id }, { mergeKey: id });
}
