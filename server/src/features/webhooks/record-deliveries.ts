import { CompiledQuery } from 'kysely';
import type { RecordedEvent } from '#features/events';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import { canonicalEventName } from '#pure/event-names';
import { deliveryStatement } from './delivery-statement.ts';
import { webhookQueues } from './send/queue-spool.ts';

/** Whether the project, $1, has an endpoint that gets anything. */
export const hasEndpoints = 'exists (select from webhook_endpoints w where w.project_id = $1 and w.enabled)';

/**
 * The transaction that records events also makes their deliveries (D-1051): one statement for all, sent with the next one or with the
 * commit.
 */
export async function recordDeliveries(tx: ProjectTx, events: readonly RecordedEvent[]): Promise<void> {
  const values = [
    tx.projectId,
    events.map(({ eventId }) => eventId),
    events.map(({ contactId }) => contactId),
    events.map(({ name }) => name),
    events.map(({ name }) => canonicalEventName(name)),
  ];
  writeLater(tx.db, CompiledQuery.raw(deliveryStatement, values), ({ rowCount }) => {
    if (rowCount > 0) tx.afterCommit(webhookQueues.wake);
  });
}
