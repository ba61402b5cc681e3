import type { InstanceContext, ProjectId, ProjectTx } from '#platform/context';
import { closedProjectOf } from '#platform/db';
import type { RotationCount } from '#platform/feature';
import { nilId, readId } from '#platform/ids';
import { isSealedNow, openWebhookSecret, sealWebhookSecret, WebhookSecretUnreadable } from './webhook-secret.ts';

const batch = 200;

/** Seals every webhook secret with the present key of the instance: one pass in the order of the projects' ids. */
export async function sealWebhookSecrets(ctx: InstanceContext): Promise<RotationCount> {
  let [seen, sealedAnew] = [0, 0];
  const unreadable: string[] = [];
  let last = nilId;
  for (;;) {
    const found = await ctx.dispatch<{ project_id: string }>('webhook_secrets_after', [last, batch]);
    for (const { project_id: id } of found) {
      const projectId = readId<'project'>(id);
      const outcome = projectId && (await sealAnew(ctx, projectId).catch(currentIfGone));
      seen += 1;
      if (outcome === 'sealed') sealedAnew += 1;
      if (outcome === 'unreadable') unreadable.push(`webhook secret of ${id}`);
    }
    const end = found.at(-1);
    if (!end || found.length < batch) return { seen, sealedAnew, unreadable };
    last = end.project_id;
  }
}

type SealOutcome = 'sealed' | 'current' | 'unreadable';

const sealAnew = (ctx: InstanceContext, projectId: ProjectId): Promise<SealOutcome> =>
  ctx.inProject(projectId).transaction(async (tx) => {
    await forgetEnded(tx);
    const row = await tx.db
      .selectFrom('webhookSecrets')
      .select(['secret', 'previousSecret'])
      .where('projectId', '=', tx.projectId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return 'current'; // the project is gone
    const isCurrent = (value: string | null): boolean => value === null || isSealedNow(tx, value);
    try {
      const secret = sealedNow(tx, row.secret);
      const previousSecret = row.previousSecret === null ? null : sealedNow(tx, row.previousSecret);
      if (isCurrent(row.secret) && isCurrent(row.previousSecret)) return 'current';
      await tx.db
        .updateTable('webhookSecrets')
        .set({ secret, previousSecret })
        .where('projectId', '=', tx.projectId)
        .execute();
      return 'sealed';
    } catch (error) {
      if (!(error instanceof WebhookSecretUnreadable)) throw error;
      return 'unreadable';
    }
  });

/** A project that is reset keeps its secret: then the command fails, and is repeated. */
function currentIfGone(error: unknown): SealOutcome {
  if (closedProjectOf(error)?.resetJobId !== null) throw error;
  return 'current';
}

const sealedNow = (tx: ProjectTx, sealed: string): string => sealWebhookSecret(tx, openWebhookSecret(tx, sealed));

/** A replaced secret whose day is over signs nothing any more. */
async function forgetEnded(tx: ProjectTx): Promise<void> {
  await tx.db
    .updateTable('webhookSecrets')
    .set({ previousSecret: null, previousValidUntil: null })
    .where('projectId', '=', tx.projectId)
    .where('previousValidUntil', '<=', tx.now)
    .execute();
}
