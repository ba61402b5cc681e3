import type { ProjectTx } from '#platform/context';
import { loadWebhookSecret, type WebhookSecret } from './load-webhook-secrets.ts';
import { newSealedSecret } from './webhook-secret.ts';

/** How long the replaced secret signs as well, so that receivers can change theirs without a gap. */
const overlapMilliseconds = 24 * 60 * 60 * 1_000;

/** Replaces the secret. Of two rotations within a day the second ends the first secret: at most two sign. */
export async function rotateWebhookSecret(tx: ProjectTx): Promise<WebhookSecret> {
  await tx.db
    .insertInto('webhookSecrets')
    .values({ projectId: tx.projectId, secret: newSealedSecret(tx), createdAt: tx.now })
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet(({ ref }) => ({
        previousSecret: ref('webhookSecrets.secret'),
        previousValidUntil: new Date(tx.now.getTime() + overlapMilliseconds),
        secret: ref('excluded.secret'),
        createdAt: ref('excluded.createdAt'),
      })),
    )
    .execute();
  return loadWebhookSecret(tx);
}
