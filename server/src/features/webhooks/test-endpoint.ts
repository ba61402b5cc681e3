import { openWebhookSecret } from '#features/projects';
import type { ProjectContext } from '#platform/context';
import { newId } from '#platform/ids';
import { canonicalEventName } from '#pure/event-names';
import type { DeliveryAttempt, EndpointId } from './endpoint.ts';
import { EndpointNotFound } from './refusals.ts';
import { callEndpoint, inCallSlot } from './send/call-endpoint.ts';

/** A request waits so long for a slot of its project. */
const wait = { withinMs: 5_000, maxWaiting: 5 };

export interface TestCall extends Omit<DeliveryAttempt, 'at'> {
  readonly success: boolean;
}

/** One call at once with a sample, whatever the state of the endpoint; nothing is stored and nothing counted (D-1051). */
export async function testEndpoint(ctx: ProjectContext, id: EndpointId, type: string | undefined): Promise<TestCall> {
  const { url, names, secrets } = await loadTarget(ctx, id);
  const event = {
    id: newId(),
    name: canonicalEventName(type ?? names[0] ?? 'email.delivery'),
    data: { test: true },
    ...{ contactId: newId(), email: 'sample@example.com', createdAt: ctx.clock.now() },
  };
  const { attempt, isSuccess } = await inCallSlot(
    ctx,
    () => callEndpoint(ctx, { url, secrets, event, attempt: 1 }),
    wait,
  );
  const { at: _at, ...shown } = attempt;
  return { success: isSuccess, ...shown };
}

const loadTarget = (ctx: ProjectContext, id: EndpointId) =>
  ctx.read(async (reader) => {
    const row = await reader.db
      .selectFrom('webhookEndpoints')
      .select(['url', 'names', 'secret', 'previousSecret', 'previousValidUntil'])
      .where('projectId', '=', reader.projectId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw EndpointNotFound(id);
    const { previousSecret, previousValidUntil } = row;
    const isValid = previousSecret !== null && previousValidUntil !== null && previousValidUntil > reader.now;
    const sealed = isValid ? [row.secret, previousSecret] : [row.secret];
    return { url: row.url, names: row.names, secrets: sealed.map((value) => openWebhookSecret(reader, value)) };
  });
