import { sql } from 'kysely';
import { findEvent, type ListedEvent } from '#features/events';
import { openWebhookSecret } from '#features/projects';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { DeliveryId, EndpointId } from '../endpoint.ts';

/** A delivery with what is sent. */
export interface LoadedDelivery {
  readonly id: DeliveryId;
  readonly endpointId: EndpointId;
  readonly url: string;
  /** Those that sign now, the newest first. */
  readonly secrets: readonly string[];
  readonly tries: number;
  /** Null when it is gone: then nothing is sent. */
  readonly event: ListedEvent | null;
}

interface DeliveryRow {
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly tries: number;
  readonly eventId: string;
  readonly eventAt: Date;
}

/** As it is now; null when it has ended, or its endpoint may not be called. */
export const loadDelivery = (
  ctx: ProjectContext,
  endpointId: EndpointId,
  id: DeliveryId,
): Promise<LoadedDelivery | null> =>
  ctx.read(async (reader) => {
    const row = await findRow(reader, endpointId, id);
    if (!row) return null;
    const event = await findEvent(ctx, reader, { id: row.eventId, at: row.eventAt });
    const secrets = [row.secret, row.previousSecret].flatMap((sealed) =>
      sealed === null ? [] : [openWebhookSecret(reader, sealed)],
    );
    return { id, endpointId, url: row.url, secrets, tries: row.tries, event };
  });

async function findRow(
  { db, projectId, now }: ProjectReader,
  endpointId: EndpointId,
  id: DeliveryId,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select w.url, w.secret, case when w.previous_valid_until > ${now}::timestamptz then w.previous_secret end as previous_secret,
           d.tries, d.event_id, d.event_at
      from webhook_deliveries d join webhook_endpoints w on w.project_id = d.project_id and w.id = d.endpoint_id and w.enabled
     where d.project_id = ${projectId} and d.endpoint_id = ${endpointId} and d.id = ${id}`.execute(db);
  return rows[0];
}
