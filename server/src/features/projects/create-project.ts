import type { Config } from '#platform/config';
import type { InstanceTx, ProjectId } from '#platform/context';
import type { UserId } from '#platform/identity';
import { newApiKey, newHandle } from './api-key.ts';
import { type ProjectKeys, writeKeys } from './project-keys.ts';

export interface NewProject {
  readonly name: string;
  readonly timezone?: string | undefined;
  readonly language?: string | undefined;
}

/** Creates a project with its two keys and its first owner. */
export async function createProject(
  tx: InstanceTx,
  config: Config,
  ownerId: UserId,
  given: NewProject,
  keysFor: (handle: string) => ProjectKeys = (handle) => newKeys(config, handle),
): Promise<{ id: ProjectId; keys: ProjectKeys }> {
  const id: ProjectId = tx.newId<'project'>();
  const handle = newHandle();
  await tx.db
    .insertInto('projects')
    .values({
      id,
      handle,
      name: given.name,
      timezone: given.timezone,
      language: given.language,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .execute();
  await tx.db
    .insertInto('memberships')
    .values({ projectId: id, userId: ownerId, role: 'OWNER', joinedAt: tx.now })
    .execute();
  const keys = keysFor(handle);
  await writeKeys(tx, id, keys);
  return { id, keys };
}

export const newKeys = (config: Config, handle: string): ProjectKeys => ({
  public: newApiKey(config, 'public', handle),
  secret: newApiKey(config, 'secret', handle),
});
