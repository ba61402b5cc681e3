import type { ProjectReader } from '#platform/context';
import { currentMark, keyRing, open, SealUnreadable, seal } from '#platform/crypto';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, or STARTTLS. */
  readonly security: 'tls' | 'starttls';
  readonly username: string;
}

export interface SesSettings {
  readonly region: string;
  readonly accessKeyId: string;
  readonly configurationSet: string | null;
}

/** What a project says of its provider, without the secret. */
export type ProviderSettings = ({ readonly type: 'smtp' } & SmtpSettings) | ({ readonly type: 'ses' } & SesSettings);

/** The mail provider that a project brought. */
export type OwnProvider = ProviderSettings & {
  /** Another one after every change. */
  readonly id: string;
  readonly topicArn: string | null;
};

/** The secret exists, but none of the instance's own keys opens it: mail of the project waits. */
export class ProviderSecretUnreadable extends Error {
  override readonly name = 'ProviderSecretUnreadable';
}

const purpose = 'own-providers';
const contextOf = ({ projectId }: ProjectReader): string => `project:${projectId}`;

export const sealProviderSecret = (reader: ProjectReader, secret: string): string =>
  seal(keyRing(reader.config, purpose), secret, contextOf(reader));

export const isProviderSealedNow = ({ config }: ProjectReader, sealed: string): boolean =>
  sealed.startsWith(`${currentMark(keyRing(config, purpose))}.`);

export function openProviderSecret(reader: ProjectReader, sealed: string): string {
  try {
    return open(keyRing(reader.config, purpose), sealed, contextOf(reader));
  } catch (error) {
    if (!(error instanceof SealUnreadable)) throw error;
    throw new ProviderSecretUnreadable(`the secret of the project's mail provider cannot be read: ${error.message}`);
  }
}
