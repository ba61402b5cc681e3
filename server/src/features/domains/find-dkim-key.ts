import type { ProjectReader } from '#platform/context';
import { keyRing, open, SealUnreadable } from '#platform/crypto';

export const keyPurpose = 'dkim-keys';
export const keyContext = (domainId: string): string => `domain:${domainId}`;

export interface DomainDkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** The key exists, but none of the instance's secrets opens it: mail that it should sign waits. */
export class SigningKeyUnreadable extends Error {
  override readonly name = 'SigningKeyUnreadable';
}

/**
 * The key that signs mail from a domain of this project, opened; null when the project does not have the domain. Throws
 * `SigningKeyUnreadable` when none of the instance's secrets opens it.
 */
export async function findDkimKey(
  { db, projectId, config }: ProjectReader,
  domain: string,
): Promise<DomainDkimKey | null> {
  const row = await db
    .selectFrom('domains')
    .innerJoin('domainKeys', (join) =>
      join.onRef('domainKeys.projectId', '=', 'domains.projectId').onRef('domainKeys.domainId', '=', 'domains.id'),
    )
    .select(['domains.id', 'domainKeys.selector', 'domainKeys.privateKey'])
    .where('domains.projectId', '=', projectId)
    .where('domains.domain', '=', domain)
    .executeTakeFirst();
  if (!row) return null;
  try {
    const privateKey = open(keyRing(config, keyPurpose), row.privateKey, keyContext(row.id));
    return { domain, selector: row.selector, privateKey };
  } catch (error) {
    if (!(error instanceof SealUnreadable)) throw error;
    throw new SigningKeyUnreadable(`the signing key of the domain cannot be read: ${error.message}`);
  }
}
