import { sql } from 'kysely';
import { makeWebhookSecret } from '#features/projects';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import { checkUrl } from './check-url.ts';
import type { EndpointId, EndpointWithSecret } from './endpoint.ts';
import { matcherOf } from './event-pattern.ts';
import { findEndpoint } from './find-endpoints.ts';
import { WebhookLimitReached } from './refusals.ts';

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
}

/** An endpoint with its queue. It gets the events that are recorded from now on. */
export function createEndpoint(ctx: ProjectContext, input: NewEndpoint): Promise<EndpointWithSecret> {
  checkUrl(ctx.config, input.url);
  return ctx.transaction(async (tx) => {
    await requireRoom(tx);
    const id: EndpointId = tx.newId<'webhook-endpoint'>();
    const { secret, sealed } = makeWebhookSecret(tx);
    const { names, prefixes } = matcherOf(input.events);
    await tx.db
      .insertInto('webhookEndpoints')
      .values({
        ...{ projectId: tx.projectId, id, url: input.url, description: input.description, enabled: input.enabled },
        ...{ events: [...input.events], names: [...names], prefixes: [...prefixes] },
        ...{ disabledReason: input.enabled ? null : 'USER', secret: sealed, secretLast4: secret.slice(-4) },
        ...{ createdAt: tx.now, updatedAt: tx.now },
      })
      .execute();
    await sql`
      insert into webhook_queues (project_id, id, due_at) values (${tx.projectId}, ${id}, 'infinity')`.execute(tx.db);
    return { ...(await findEndpoint(tx, id)), secret };
  });
}

/** Two that are created at once are counted one after the other. */
async function requireRoom({ db, projectId }: ProjectTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook-endpoints:' || ${projectId}, 0))`.execute(db);
  const { count } = await db
    .selectFrom('webhookEndpoints')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.webhookEndpoints) throw WebhookLimitReached();
}
