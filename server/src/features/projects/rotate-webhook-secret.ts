import type { ProjectTx } from '#platform/context';
import { loadWebhookSecret, type WebhookSecret } from './load-webhook-secrets.ts';
import { makeWebhookSecret, secretOverlapEnd } from './webhook-secret.ts';

/** Replaces the secret. Of two rotations within a day the second ends the first secret: at most two sign. */
export async function rotateWebhookSecret(tx: ProjectTx): Promise<WebhookSecret> {
  await tx.db
    .insertInto('webhookSecrets')
    .values({ projectId: tx.projectId, secret: makeWebhookSecret(tx).sealed, createdAt: tx.now })
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet(({ ref }) => ({
        previousSecret: ref('webhookSecrets.secret'),
        previousValidUntil: secretOverlapEnd(tx.now),
        secret: ref('excluded.secret'),
        createdAt: ref('excluded.createdAt'),
      })),
    )
    .execute();
  return loadWebhookSecret(tx);
}
