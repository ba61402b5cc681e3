import { isSealedNow, openWebhookSecret, sealWebhookSecret, WebhookSecretUnreadable } from '#features/projects';
import type { InstanceContext, ProjectId, ProjectTx } from '#platform/context';
import { hasProjectLeft } from '#platform/db';
import type { RotationCount } from '#platform/feature';
import { nilId, readId } from '#platform/ids';

const batch = 200;

/** Seals the secrets of every endpoint with the present key of the instance: one pass in the order of their keys. */
export async function sealEndpointSecrets(ctx: InstanceContext): Promise<RotationCount> {
  let [seen, sealedAnew] = [0, 0];
  const unreadable: string[] = [];
  let [lastProject, lastId]: [string, string] = [nilId, nilId];
  for (;;) {
    const found = await ctx.dispatch<{ project_id: string; endpoint_id: string }>('webhook_endpoints_after', [
      ...[lastProject, lastId, batch],
    ]);
    for (const { project_id: text, endpoint_id: id } of found) {
      const projectId = readId<'project'>(text);
      const outcome = projectId && (await sealAnew(ctx, projectId, id).catch(currentIfGone));
      seen += 1;
      if (outcome === 'sealed') sealedAnew += 1;
      if (outcome === 'unreadable') unreadable.push(`secret of the webhook endpoint ${id}`);
    }
    const end = found.at(-1);
    if (!end || found.length < batch) return { seen, sealedAnew, unreadable };
    [lastProject, lastId] = [end.project_id, end.endpoint_id];
  }
}

type SealOutcome = 'sealed' | 'current' | 'unreadable';

const sealAnew = (ctx: InstanceContext, projectId: ProjectId, id: string): Promise<SealOutcome> =>
  ctx.inProject(projectId).transaction(async (tx) => {
    const row = await lockSecrets(tx, id);
    if (!row) return 'current'; // deleted meanwhile
    const previousSecret =
      row.previousValidUntil !== null && row.previousValidUntil > tx.now ? row.previousSecret : null;
    const kept = previousSecret === null ? [row.secret] : [row.secret, previousSecret];
    try {
      const sealed = kept.map((value) => sealWebhookSecret(tx, openWebhookSecret(tx, value)));
      if (kept.every((value) => isSealedNow(tx, value)) && previousSecret === row.previousSecret) return 'current';
      const [secret = row.secret, previous = null] = sealed;
      await tx.db
        .updateTable('webhookEndpoints')
        .set({ secret, previousSecret: previous, previousValidUntil: previous && row.previousValidUntil })
        .where('projectId', '=', tx.projectId)
        .where('id', '=', id)
        .execute();
      return 'sealed';
    } catch (error) {
      if (!(error instanceof WebhookSecretUnreadable)) throw error;
      return 'unreadable';
    }
  });

const lockSecrets = ({ db, projectId }: ProjectTx, id: string) =>
  db
    .selectFrom('webhookEndpoints')
    .select(['secret', 'previousSecret', 'previousValidUntil'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** A project that is reset or moved keeps its endpoints: then the command fails, and is repeated. */
function currentIfGone(error: unknown): SealOutcome {
  if (!hasProjectLeft(error)) throw error;
  return 'current';
}
