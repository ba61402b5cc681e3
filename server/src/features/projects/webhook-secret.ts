import { randomBytes } from 'node:crypto';
import type { ProjectId, ProjectReader } from '#platform/context';
import { keyRing, open, SealUnreadable, seal } from '#platform/crypto';

export const secretPurpose = 'webhook-secrets';

/** One for both values of a project: a replaced secret moves to the other column as it is. */
export const secretContext = (projectId: ProjectId): string => `project:${projectId}`;

/** A secret exists, but none of the instance's own secrets opens it: what it should sign waits. */
export class WebhookSecretUnreadable extends Error {
  override readonly name = 'WebhookSecretUnreadable';
}

/** `whsec_` and 32 random bytes, as the Standard Webhooks format demands; sealed. */
export const newSealedSecret = ({ config, projectId }: ProjectReader): string =>
  seal(keyRing(config, secretPurpose), `whsec_${randomBytes(32).toString('base64')}`, secretContext(projectId));

export function openSecret({ config, projectId }: ProjectReader, sealed: string): string {
  try {
    return open(keyRing(config, secretPurpose), sealed, secretContext(projectId));
  } catch (error) {
    if (!(error instanceof SealUnreadable)) throw error;
    throw new WebhookSecretUnreadable(`the webhook secret of the project cannot be read: ${error.message}`);
  }
}
