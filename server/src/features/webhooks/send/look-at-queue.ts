import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { DeliveryId } from '../endpoint.ts';

/** Read at once; a later look finds the rest. */
const page = 20;

/** What a worker finds of an endpoint. */
export type QueueLook =
  /** The endpoint is gone. */
  | { readonly kind: 'gone' }
  /** Nothing may be sent now: until then, or null until something changes. */
  | { readonly kind: 'rests'; readonly until: Date | null }
  /** Due deliveries, the oldest first. */
  | { readonly kind: 'due'; readonly ids: readonly DeliveryId[] };

interface QueueRow {
  readonly isOpen: boolean;
  readonly nextProbeAt: Date | null;
  readonly firstDueAt: Date | null;
  readonly due: DeliveryId[];
}

/** A failing endpoint gets one delivery a time, always the oldest, until one succeeds (D-1053). */
export async function lookAtQueue({ db, projectId, now }: ProjectReader, endpointId: string): Promise<QueueLook> {
  const { rows } = await sql<QueueRow>`
    select w.enabled and p.disabled_reason is null as is_open, w.next_probe_at,
           (select d.due_at from webhook_deliveries d where d.project_id = w.project_id and d.endpoint_id = w.id
             order by d.due_at, d.id limit 1) as first_due_at,
           array(select d.id from webhook_deliveries d
                  where d.project_id = w.project_id and d.endpoint_id = w.id and d.due_at <= ${now}::timestamptz
                  order by d.due_at, d.id limit case when w.failing_since is null then ${sql.lit(page)} else 1 end) as due
      from webhook_endpoints w join projects p on p.id = w.project_id
     where w.project_id = ${projectId} and w.id = ${endpointId}`.execute(db);
  const [row] = rows;
  if (!row) return { kind: 'gone' };
  if (!row.isOpen) return { kind: 'rests', until: null };
  if (row.nextProbeAt && row.nextProbeAt > now) return { kind: 'rests', until: row.nextProbeAt };
  return row.due.length > 0 ? { kind: 'due', ids: row.due } : { kind: 'rests', until: row.firstDueAt };
}
