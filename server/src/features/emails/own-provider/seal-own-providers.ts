import type { InstanceContext, ProjectId } from '#platform/context';
import { type RotationCount, type SealOutcome, sealByProject } from '#platform/feature';
import {
  isProviderSealedNow,
  openProviderSecret,
  ProviderSecretUnreadable,
  sealProviderSecret,
} from './own-provider.ts';

/** Seals the secret of every project's provider with the present key of the instance. */
export const sealOwnProviders = (ctx: InstanceContext): Promise<RotationCount> =>
  sealByProject(ctx, { what: 'mail provider', listedBy: 'own_providers_after', sealAnew });

const sealAnew = (ctx: InstanceContext, projectId: ProjectId): Promise<SealOutcome> =>
  ctx.inProject(projectId).transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('ownProviders')
      .select('secret')
      .where('projectId', '=', tx.projectId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return 'current'; // it was removed
    try {
      const secret = openProviderSecret(tx, row.secret);
      if (isProviderSealedNow(tx, row.secret)) return 'current';
      // Why the id stays: the provider is the same, and workers keep their connections.
      await tx.db
        .updateTable('ownProviders')
        .set({ secret: sealProviderSecret(tx, secret) })
        .where('projectId', '=', tx.projectId)
        .execute();
      return 'sealed';
    } catch (error) {
      if (!(error instanceof ProviderSecretUnreadable)) throw error;
      return 'unreadable';
    }
  });
