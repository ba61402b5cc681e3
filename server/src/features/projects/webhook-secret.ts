import { randomBytes } from 'node:crypto';
import type { ProjectId, ProjectReader } from '#platform/context';
import { currentMark, keyRing, open, SealUnreadable, seal } from '#platform/crypto';

const secretPurpose = 'webhook-secrets';

/** One for all secrets of a project: a replaced one moves to another column as it is. */
const secretContext = (projectId: ProjectId): string => `project:${projectId}`;

/** A secret exists, but none of the instance's own secrets opens it: what it should sign waits. */
export class WebhookSecretUnreadable extends Error {
  override readonly name = 'WebhookSecretUnreadable';
}

/** How long a replaced secret signs as well, so that receivers can change theirs without a gap. */
const overlapMilliseconds = 24 * 60 * 60 * 1_000;

export const secretOverlapEnd = (now: Date): Date => new Date(now.getTime() + overlapMilliseconds);

/** `whsec_` and 32 random bytes, as the Standard Webhooks format demands; and as it is stored. */
export function makeWebhookSecret(reader: ProjectReader): { readonly secret: string; readonly sealed: string } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: sealWebhookSecret(reader, secret) };
}

export const sealWebhookSecret = ({ config, projectId }: ProjectReader, secret: string): string =>
  seal(keyRing(config, secretPurpose), secret, secretContext(projectId));

/** Whether the present key of the instance has sealed it. */
export const isSealedNow = ({ config }: ProjectReader, sealed: string): boolean =>
  sealed.startsWith(`${currentMark(keyRing(config, secretPurpose))}.`);

export function openWebhookSecret({ config, projectId }: ProjectReader, sealed: string): string {
  try {
    return open(keyRing(config, secretPurpose), sealed, secretContext(projectId));
  } catch (error) {
    if (!(error instanceof SealUnreadable)) throw error;
    throw new WebhookSecretUnreadable(`the webhook secret of the project cannot be read: ${error.message}`);
  }
}
