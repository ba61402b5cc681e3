import type { ProjectContext } from '#platform/context';
import { checkUrl } from './check-url.ts';
import type { NewEndpoint } from './create-endpoint.ts';
import { type EndpointId, type WebhookEndpoint, withoutFailures } from './endpoint.ts';
import { matcherOf } from './event-pattern.ts';
import { findEndpoint, lockEndpoint } from './find-endpoints.ts';
import { makeQueueDue } from './queue-rows.ts';

type EndpointChanges = { readonly [Key in keyof NewEndpoint]?: NewEndpoint[Key] | undefined };

/**
 * Changes what is given. A new URL, and an endpoint that is enabled again, begin without failures: what waits is sent now (D-1053).
 */
export function changeEndpoint(
  ctx: ProjectContext,
  id: EndpointId,
  changes: EndpointChanges,
): Promise<WebhookEndpoint> {
  const { url, enabled, events, description } = changes;
  if (url !== undefined) checkUrl(ctx.config, url);
  return ctx.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    const beginsAnew = (url !== undefined && url !== before.url) || (enabled === true && !before.enabled);
    const matcher = events && matcherOf(events);
    await tx.db
      .updateTable('webhookEndpoints')
      .set({
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(events && matcher
          ? { events: [...events], names: [...matcher.names], prefixes: [...matcher.prefixes] }
          : {}),
        ...(enabled === true ? { enabled, disabledReason: null } : {}),
        ...(enabled === false && before.enabled ? { enabled, disabledReason: 'USER' as const } : {}),
        ...(beginsAnew ? withoutFailures : {}),
        updatedAt: tx.now,
      })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .execute();
    if (beginsAnew) await makeQueueDue(tx, id);
    return findEndpoint(tx, id);
  });
}
