import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EndpointId } from './endpoint.ts';

/** Has a worker look at what waits for an endpoint. One that is at work looks again by itself. */
export async function makeQueueDue({ db, projectId }: ProjectTx, id: EndpointId): Promise<void> {
  await sql`
    update webhook_queues set due_at = now()
     where project_id = ${projectId} and id = ${id} and lease_until is null and due_at > now()`.execute(db);
}
