import { sql } from 'kysely';
import type { ProjectReader, ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import type { EndpointId, WebhookEndpoint } from './endpoint.ts';
import { EndpointNotFound } from './refusals.ts';

const columns = [
  ...(['id', 'url', 'description', 'events', 'enabled', 'disabledReason', 'failingSince', 'lastSuccessAt'] as const),
  ...(['abandoned', 'secretLast4', 'createdAt', 'updatedAt'] as const),
] as const;

/** Every endpoint of the project, oldest first; there are at most ten. */
export async function listEndpoints(reader: ProjectReader): Promise<WebhookEndpoint[]> {
  const rows = await endpoints(reader).orderBy('createdAt').orderBy('id').execute();
  return rows.map(toEndpoint);
}

export async function findEndpoint(reader: ProjectReader, id: EndpointId): Promise<WebhookEndpoint> {
  const row = await endpoints(reader).where('id', '=', id).executeTakeFirst();
  if (!row) throw EndpointNotFound(id);
  return toEndpoint(row);
}

export async function lockEndpoint({ db, projectId }: ProjectTx, id: EndpointId) {
  const row = await db
    .selectFrom('webhookEndpoints')
    .select(['url', 'enabled', 'disabledReason'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw EndpointNotFound(id);
  return row;
}

const endpoints = ({ db, projectId }: ProjectReader) =>
  db
    .selectFrom('webhookEndpoints as w')
    .select(columns)
    .select(pending.as('pending'))
    .where('projectId', '=', projectId);

/** Why a limit: a million may wait. */
const pending = sql<string>`(select count(*) from (
  select from webhook_deliveries d where d.project_id = w.project_id and d.endpoint_id = w.id
   limit ${sql.lit(limits.webhookPendingCounted)}) d)`;

type EndpointRow = Awaited<ReturnType<ReturnType<typeof endpoints>['executeTakeFirstOrThrow']>>;

const toEndpoint = ({ id, pending: waiting, abandoned, ...row }: EndpointRow): WebhookEndpoint => ({
  ...row,
  id: id as EndpointId, // the primary key
  pending: Number(waiting),
  abandoned: Number(abandoned),
});
