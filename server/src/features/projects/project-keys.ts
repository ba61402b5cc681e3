import type { InstanceTx, ProjectId } from '#platform/context';
import { apiKeyHash } from './api-key.ts';

export interface ProjectKeys {
  readonly public: string;
  readonly secret: string;
}

/** Writes both keys of a project; the earlier ones are refused from the commit on, by every process. */
export async function writeKeys(tx: InstanceTx, projectId: ProjectId, keys: ProjectKeys): Promise<void> {
  await tx.db.deleteFrom('apiKeys').where('projectId', '=', projectId).execute();
  const common = { projectId, createdAt: tx.now };
  await tx.db
    .insertInto('apiKeys')
    .values([
      { ...common, kind: 'public', ...stored(keys.public), publicText: keys.public },
      { ...common, kind: 'secret', ...stored(keys.secret), publicText: null },
    ])
    .execute();
}

const stored = (key: string): { hash: Buffer; last4: string } => ({ hash: apiKeyHash(key), last4: key.slice(-4) });
