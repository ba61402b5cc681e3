import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { firstIdAt } from '#platform/ids';
import { canonicalEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import type { DeliveryAttempt, DeliveryId, DeliveryStatus, EndpointId, WebhookDelivery } from './endpoint.ts';
import { findEndpoint } from './find-endpoints.ts';
import { DeliveryNotFound } from './refusals.ts';

export interface DeliveryQuery {
  readonly limit: number;
  /** The last delivery that was looked at. */
  readonly before: string | null;
  readonly status?: DeliveryStatus | undefined;
  readonly type?: string | undefined;
}

export interface DeliveryPage {
  readonly rows: readonly WebhookDelivery[];
  /** Null: there are no more. */
  readonly before: string | null;
  /** Only on the first page; 0 on the others. */
  readonly total: number;
}

const keptDays = 30;
const dayMs = 86_400_000;

/**
 * Deliveries, newest first. Limit: a page looks at so many and no more, so one of rare ones may be short or empty although there are
 * more; its cursor leads on. `total` counts within the same ones.
 */
export const listDeliveries = (ctx: ProjectContext, id: EndpointId, query: DeliveryQuery): Promise<DeliveryPage> =>
  ctx.read(async (reader) => {
    await findEndpoint(reader, id);
    const { found, total, last, count } = await lookFor(reader, id, query);
    const ids = found.slice(0, query.limit);
    const isCut = found.length > query.limit;
    const isFull = count === limits.webhookDeliveriesLookedAt;
    const before = isCut ? (ids.at(-1) ?? null) : isFull ? last : null;
    return { rows: await loadDeliveries(reader, id, ids), before, total: query.before === null ? total : 0 };
  });

export async function findDelivery(
  reader: ProjectReader,
  endpointId: EndpointId,
  id: DeliveryId,
): Promise<WebhookDelivery> {
  const [found] = await loadDeliveries(reader, endpointId, [id]);
  if (!found) throw DeliveryNotFound(id);
  return found;
}

interface Found {
  readonly found: string[];
  readonly total: number;
  readonly last: string | null;
  readonly count: number;
}

async function lookFor({ db, projectId, now }: ProjectReader, id: EndpointId, query: DeliveryQuery): Promise<Found> {
  const { before, status, type, limit } = query;
  const after = firstIdAt(new Date(now.getTime() - keptDays * dayMs));
  const inRange = sql`d.project_id = ${projectId} and d.endpoint_id = ${id} and d.id >= ${after}
    and (${before}::uuid is null or d.id < ${before}::uuid)`;
  const max = sql.lit(limits.webhookDeliveriesLookedAt);
  const waiting = sql`select d.id, d.type from webhook_deliveries d where ${inRange} order by d.id desc limit ${max}`;
  const isStatus =
    status === undefined
      ? sql`true`
      : status === 'succeeded'
        ? sql`d.status = 'succeeded'`
        : sql`d.status <> 'succeeded' and d.status = ${status}`; // the index of those that did not succeed
  const ended = sql`select d.id, d.type from webhook_delivery_log d where ${inRange} and ${isStatus} order by d.id desc limit ${max}`;
  const both = status === undefined ? sql`(${waiting}) union all (${ended})` : status === 'waiting' ? waiting : ended;
  const isType = type === undefined ? sql`true` : sql`l.type = ${canonicalEventName(type)}`;
  const { rows } = await sql<Found>`
    with looked as materialized (select * from (${both}) u order by id desc limit ${max}),
    matching as materialized (select l.id from looked l where ${isType})
    select array(select id from matching order by id desc limit ${limit + 1}) as found,
           (select count(*)::int from matching) as total,
           (select id from looked order by id limit 1) as last,
           (select count(*)::int from looked) as count`.execute(db);
  return rows[0] ?? { found: [], total: 0, last: null, count: 0 };
}

interface DeliveryRow extends Omit<WebhookDelivery, 'attempts'> {
  readonly attempts: DeliveryAttempt[] | null;
}

async function loadDeliveries(
  { db, projectId }: ProjectReader,
  endpointId: EndpointId,
  ids: readonly string[],
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.event_id, d.type, 'waiting' as status, d.attempts,
           case when w.enabled then greatest(d.due_at, w.next_probe_at) end as next_attempt_at
      from webhook_deliveries d join webhook_endpoints w on w.project_id = d.project_id and w.id = d.endpoint_id
     where d.project_id = ${projectId} and d.endpoint_id = ${endpointId} and d.id = any(${ids}::uuid[])
    union all
    select d.id, d.event_id, d.type, d.status, d.attempts, null
      from webhook_delivery_log d
     where d.project_id = ${projectId} and d.endpoint_id = ${endpointId} and d.id = any(${ids}::uuid[])
    order by id desc`.execute(db);
  return rows.map((row) => ({ ...row, attempts: row.attempts ?? [] }));
}
