import type { ProjectContext } from '#platform/context';
import { clearQueue } from './clear-queue.ts';
import type { EndpointId } from './endpoint.ts';
import { EndpointNotFound } from './refusals.ts';

/** Deletes an endpoint with its queue at once; what waits for it, and its log, in the background. */
export async function deleteEndpoint(ctx: ProjectContext, id: EndpointId): Promise<void> {
  await ctx.transaction(async (tx) => {
    const gone = await tx.db
      .deleteFrom('webhookEndpoints')
      .where('projectId', '=', tx.projectId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw EndpointNotFound(id);
    await tx.enqueue(clearQueue, { endpointId: id }, { mergeKey: id });
  });
}
