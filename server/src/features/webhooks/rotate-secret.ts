import { makeWebhookSecret, secretOverlapEnd } from '#features/projects';
import type { ProjectContext } from '#platform/context';
import type { EndpointId, EndpointWithSecret } from './endpoint.ts';
import { findEndpoint } from './find-endpoints.ts';
import { EndpointNotFound } from './refusals.ts';

/** Replaces the secret; the old one signs as well for a day. Of two rotations within a day the second ends the first secret. */
export function rotateSecret(ctx: ProjectContext, id: EndpointId): Promise<EndpointWithSecret> {
  return ctx.transaction(async (tx) => {
    const { secret, sealed } = makeWebhookSecret(tx);
    const rotated = await tx.db
      .updateTable('webhookEndpoints')
      .set(({ ref }) => ({
        previousSecret: ref('secret'),
        previousValidUntil: secretOverlapEnd(tx.now),
        ...{ secret: sealed, secretLast4: secret.slice(-4), updatedAt: tx.now },
      }))
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!rotated) throw EndpointNotFound(id);
    return { ...(await findEndpoint(tx, id)), secret };
  });
}
