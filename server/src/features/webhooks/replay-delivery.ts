import { sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { DeliveryId, EndpointId, WebhookDelivery } from './endpoint.ts';
import { lockEndpoint } from './find-endpoints.ts';
import { findDelivery } from './list-deliveries.ts';
import { makeQueueDue } from './queue-rows.ts';
import { DeliveryNotFound, WebhookDisabled } from './refusals.ts';
import { webhookQueues } from './send/queue-spool.ts';

/**
 * One that has ended is sent as a new delivery of the same event, so `webhook-id` is the same and its own record stays; one that waits
 * becomes due. A failing endpoint is tried at once.
 */
export function replayDelivery(ctx: ProjectContext, endpointId: EndpointId, id: DeliveryId): Promise<WebhookDelivery> {
  return ctx.transaction(async (tx) => {
    const { disabledReason } = await lockEndpoint(tx, endpointId); // before its deliveries, as those who send do
    if (disabledReason) throw WebhookDisabled(disabledReason);
    const replayed = (await hasten(tx, endpointId, id)) ?? (await repeat(tx, endpointId, id));
    if (!replayed) throw DeliveryNotFound(id);
    await tx.db
      .updateTable('webhookEndpoints')
      .set({ nextProbeAt: sql`least(next_probe_at, ${tx.now}::timestamptz)` })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', endpointId)
      .where('failingSince', 'is not', null)
      .execute();
    await makeQueueDue(tx, endpointId);
    tx.afterCommit(webhookQueues.wake);
    return findDelivery(tx, endpointId, replayed);
  });
}

/** Before all others of its endpoint, so that a failing one is tried with it. */
async function hasten(
  { db, projectId }: ProjectTx,
  endpointId: EndpointId,
  id: DeliveryId,
): Promise<DeliveryId | null> {
  const { rows } = await sql<{ id: DeliveryId }>`
    update webhook_deliveries d set due_at = ${firstDue(projectId, endpointId)}
     where d.project_id = ${projectId} and d.endpoint_id = ${endpointId} and d.id = ${id}
    returning d.id`.execute(db);
  return rows[0]?.id ?? null;
}

async function repeat(tx: ProjectTx, endpointId: EndpointId, id: DeliveryId): Promise<DeliveryId | null> {
  const { db, projectId } = tx;
  const { rows } = await sql<{ id: DeliveryId }>`
    insert into webhook_deliveries (project_id, endpoint_id, id, event_id, event_at, contact_id, type, due_at)
    select l.project_id, l.endpoint_id, ${tx.newId()}, l.event_id, l.event_at, l.contact_id, l.type, ${firstDue(projectId, endpointId)}
      from webhook_delivery_log l join contacts c on c.project_id = l.project_id and c.id = l.contact_id
     where l.project_id = ${projectId} and l.endpoint_id = ${endpointId} and l.id = ${id}
       for key share of c
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

const firstDue = (projectId: string, endpointId: string) => sql`
  (select least(now(), min(f.due_at)) - interval '1 millisecond' from webhook_deliveries f
    where f.project_id = ${projectId} and f.endpoint_id = ${endpointId})`;
