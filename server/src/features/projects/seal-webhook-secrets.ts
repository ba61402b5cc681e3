import type { InstanceContext, ProjectId, ProjectTx } from '#platform/context';
import { type RotationCount, type SealOutcome, sealByProject } from '#platform/feature';
import { isSealedNow, openWebhookSecret, sealWebhookSecret, WebhookSecretUnreadable } from './webhook-secret.ts';

/** Seals every webhook secret with the present key of the instance. */
export const sealWebhookSecrets = (ctx: InstanceContext): Promise<RotationCount> =>
  sealByProject(ctx, { what: 'webhook secret', listedBy: 'webhook_secrets_after', sealAnew });

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
