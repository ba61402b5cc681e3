import type { Reply } from '@postrider/sdk';
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { forgetFirstSecret } from './first-secret.ts';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type ProjectKeys = Reply<'GET /projects/{id}/keys'>;
export type KeyUse = ProjectKeys['usage'][number];
export type WebhookSecret = Reply<'GET /projects/{id}/webhook-secret'>;

/** The public key, the end of the secret one, and who uses them. */
export function useKeys(): UseQueryResult<ProjectKeys> {
  const { project } = useProject();
  return useProjectQuery(['keys'], (session, signal) => session.projects.keys(project.id, { signal }), {
    refetchMs: 10_000,
  });
}

export interface KeyPair {
  readonly secret: string;
  readonly public: string;
}

/** Replaces both keys. The pair is returned to the caller alone: it enters no cache and no storage. */
export function useRotateKeys() {
  const { project, session } = useProject();
  const client = useQueryClient();
  const readAgain = (queryKey: QueryKey) => void client.invalidateQueries({ queryKey });
  return async (): Promise<KeyPair> => {
    const { secret, public: publicKey } = await session.projects.regenerateKeys(project.id);
    forgetFirstSecret(project.id);
    readAgain([project.id, 'keys']);
    readAgain(['projects']);
    return { secret, public: publicKey };
  };
}

export function useWebhookSecret(isEnabled: boolean): UseQueryResult<WebhookSecret> {
  const { project } = useProject();
  return useProjectQuery(
    ['webhook-secret'],
    (session, signal) => session.projects.webhookSecret(project.id, { signal }),
    { isEnabled },
  );
}

export function useRotateWebhookSecret() {
  const { project } = useProject();
  return useProjectChange((session) => session.projects.rotateWebhookSecret(project.id), [['webhook-secret']]);
}
