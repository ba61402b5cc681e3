import { randomUUID } from 'node:crypto';
import { recordReadiness } from '#features/projects';
import type { ProjectTx } from '#platform/context';
import { findOwnProvider } from './find-own-provider.ts';
import { type ProviderSettings, sealProviderSecret } from './own-provider.ts';

export interface ProviderInput {
  readonly settings: ProviderSettings;
  readonly secret: string;
  readonly topicArn: string | null;
}

/** Mail of the project leaves by this provider from now on. What is known of the one before is forgotten, its test included. */
export async function saveOwnProvider(
  tx: ProjectTx,
  { settings: { type, ...settings }, secret, topicArn }: ProviderInput,
): Promise<void> {
  await forgetTest(tx);
  const row = {
    id: randomUUID(),
    kind: type,
    settings: JSON.stringify(settings),
    secret: sealProviderSecret(tx, secret),
    topicArn,
    updatedAt: tx.now,
  };
  await tx.db
    .insertInto('ownProviders')
    .values({ projectId: tx.projectId, ...row })
    .onConflict((conflict) => conflict.column('projectId').doUpdateSet(row))
    .execute();
}

/** Mail of the project leaves by the relays of the instance again. */
export async function removeOwnProvider(tx: ProjectTx): Promise<void> {
  if (!(await findOwnProvider(tx))) return;
  await forgetTest(tx);
  await tx.db.deleteFrom('ownProviders').where('projectId', '=', tx.projectId).execute();
}

/** Why first, and readiness before the test: it locks the row of the project, so a test that ends meanwhile is seen or sees the change. */
async function forgetTest(tx: ProjectTx): Promise<void> {
  await recordReadiness(tx, 'provider', false);
  await tx.db.deleteFrom('providerTests').where('projectId', '=', tx.projectId).execute();
}
