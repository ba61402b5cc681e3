import type { ProjectReader, ProjectTx } from '#platform/context';
import { makeWebhookSecret, openWebhookSecret } from './webhook-secret.ts';

export interface WebhookSecret {
  readonly secret: string;
  readonly createdAt: Date;
  /** Until when the one before signs as well; null when there is none, or its time is over. */
  readonly previousValidUntil: Date | null;
}

/** The secret that signs calls to this project's addresses; made when it is first asked for. */
export async function loadWebhookSecret(tx: ProjectTx): Promise<WebhookSecret> {
  const row = await ensureRow(tx);
  return {
    secret: openWebhookSecret(tx, row.secret),
    createdAt: row.createdAt,
    previousValidUntil: isValid(tx, row) ? row.previousValidUntil : null,
  };
}

/**
 * All secrets that sign now, the newest first: two for a day after a rotation. Throws `WebhookSecretUnreadable` when the instance's own
 * secrets do not open them.
 */
export async function loadWebhookSecrets(tx: ProjectTx): Promise<readonly string[]> {
  const row = await ensureRow(tx);
  const sealed = row.previousSecret !== null && isValid(tx, row) ? [row.secret, row.previousSecret] : [row.secret];
  return sealed.map((value) => openWebhookSecret(tx, value));
}

type SecretRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

const isValid = ({ now }: ProjectReader, { previousValidUntil }: SecretRow): boolean =>
  previousValidUntil !== null && previousValidUntil > now;

async function ensureRow(tx: ProjectTx): Promise<SecretRow> {
  const found = await findRow(tx);
  if (found) return found;
  await tx.db
    .insertInto('webhookSecrets')
    .values({ projectId: tx.projectId, secret: makeWebhookSecret(tx).sealed, createdAt: tx.now })
    .onConflict((conflict) => conflict.column('projectId').doNothing())
    .execute();
  const made = await findRow(tx);
  if (!made) throw new Error('a webhook secret that was just made is there');
  return made;
}

const findRow = ({ db, projectId }: ProjectReader) =>
  db
    .selectFrom('webhookSecrets')
    .select(['secret', 'createdAt', 'previousSecret', 'previousValidUntil'])
    .where('projectId', '=', projectId)
    .executeTakeFirst();
