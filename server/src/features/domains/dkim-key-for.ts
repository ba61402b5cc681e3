import type { ProjectReader } from '#platform/context';
import { deriveKey, open } from '#platform/crypto';

export const keyPurpose = 'dkim-keys';
export const keyContext = (domainId: string): string => `domain:${domainId}`;

export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** The key that signs mail from a domain of this project, opened; null when the project does not have the domain. */
export async function dkimKeyFor({ db, projectId, config }: ProjectReader, domain: string): Promise<DkimKey | null> {
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
  const privateKey = open(deriveKey(config.SECRET_KEY, keyPurpose), row.privateKey, keyContext(row.id));
  return { domain, selector: row.selector, privateKey };
}
